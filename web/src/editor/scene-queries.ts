import type { Material } from '@diorama/shared/scene/document.ts';
import type { Box3, Ray, Vector3 } from 'three';
import type { FileSurfacePoint } from '../scene/scene-nodes.ts';
import type { SurfacePoint } from '../scene/surface-point.ts';

/** Longer side of a picture in pixels, and its media type. */
export type PictureOptions = { longest: number; type: 'image/jpeg' | 'image/png' };

/** Object of a material preview. */
export type PreviewForm = 'sphere' | 'cube';

/** Renders material previews for panels. */
export type MaterialPainter = {
  /** Keeps a canvas updated with a preview of a material, until the returned function is called. */
  follow(canvas: HTMLCanvasElement, material: Material, form?: PreviewForm): () => void;
};

/**
 * Ray hit: node, material slot, mesh of the file (null for a single mesh), point, surface normal, and
 * triangle corners. The triangle is null for marks.
 */
export type SceneHit = {
  id: string;
  slot: string | null;
  part: string | null;
  point: Vector3;
  normal: Vector3;
  distance: number;
  triangle: readonly [Vector3, Vector3, Vector3] | null;
  /** Position on the mesh, for surfaces that are deformed, animated or placed by another node. */
  spot: SurfacePoint | null;
};

/** Mesh of a file: its name and material slot. */
export type FilePart = { name: string; slot: string };

/** Queries to the renderer of the scene; a viewport in the browser, bounding boxes in tests. */
export type SceneQueries = {
  /** All nodes along a ray, nearest first. `without` are moving nodes, which are skipped and not updated. */
  hits(ray: Ray, without?: ReadonlySet<string>): SceneHit[];
  /** Bounds of nodes with all descendants; empty if nothing of them is drawn. */
  boundsOf(ids: Iterable<string>): Box3;
  /** The bounds of each node that is shown. Not to be changed. */
  shownBoxes(): Iterable<Box3>;
  /** Local box of a node's own surface; empty without a surface. */
  ownBoxOf(id: string): Box3;
  /** Whether a node is drawn as a surface; false for lights, groups and models that are loading. */
  isDrawn(id: string): boolean;
  /** Screenshot of the scene without gizmos and marks; null if none can be taken. */
  picture(options: PictureOptions): Promise<Blob | null>;
  /**
   * Calls `listener` after each frame with the canvas, gizmos and marks included. It must be copied before
   * the listener returns.
   * @returns function that unsubscribes
   */
  onDrawn(listener: (picture: HTMLCanvasElement) => void): () => void;
  /** Requests a frame even without a change of the scene. */
  invalidate(): void;
  /** Depth image of the current view, near white and far black; null if none can be taken. */
  depth(options: Pick<PictureOptions, 'longest'>): Promise<Blob | null>;
  /** Approximate GPU memory of the textures, in bytes. */
  textureBytes(): number;
  /**
   * Writes the current position of a surface spot, if the surface is deformed, animated or placed by another
   * node.
   * @returns whether it may change in the next frame
   */
  placeAtSurfacePoint(id: string, spot: FileSurfacePoint, into: Vector3): boolean;
  /** Overrides props of a node for this user only; null ends the override. */
  showAs(id: string, props: Readonly<Record<string, unknown>> | null): void;
  /** Meshes of a node's file; empty for other nodes, and until the file has loaded. */
  partsOf(id: string): readonly FilePart[];
};
