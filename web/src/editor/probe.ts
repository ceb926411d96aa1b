import type { Box3, Ray, Vector3 } from 'three';
import type { FileSpot } from '../scene/scene-nodes.ts';
import type { SurfaceSpot } from '../scene/surface-spot.ts';
import type { PictureOptions } from './viewport/canvas-picture.ts';

/**
 * Something a ray meets: which node, the slot of its material and the mesh of its file (null where it has but one), the
 * point, which way the surface looks there, and the corners of its triangle; null for a mark, which has none.
 */
export type ProbeHit = {
  id: string;
  slot: string | null;
  part: string | null;
  point: Vector3;
  normal: Vector3;
  distance: number;
  triangle: readonly [Vector3, Vector3, Vector3] | null;
  /** Where on its mesh it is, for one that bends, moves by itself or is placed by another node. */
  spot: SurfaceSpot | null;
};

/** A mesh of a file, as it is called there, and the slot of its material. */
export type FilePart = { name: string; slot: string };

/** What the editor asks of whatever draws the scene; a viewport in the browser, plain boxes in tests. */
export type SceneProbe = {
  /**
   * All nodes along a ray, nearest first. `without` are those that are on the move: they are passed by, and nothing is
   * worked out anew for where they are now.
   */
  hits(ray: Ray, without?: ReadonlySet<string>): ProbeHit[];
  /** The bounds of nodes with all below them; empty when nothing of them is drawn. */
  boundsOf(ids: Iterable<string>): Box3;
  /** The box of a node's own surface, in its own space; empty when it has none. */
  ownBoxOf(id: string): Box3;
  /** Whether a node itself is drawn as a surface; not so for lights, groups, and models that are still on their way. */
  isDrawn(id: string): boolean;
  /** The scene as it is seen now, without handles and marks; null where no picture can be taken. */
  picture(options: PictureOptions): Promise<Blob | null>;
  /**
   * Calls `listener` after each frame with what was drawn, handles and marks too, to be copied before it returns; answers
   * the undoing.
   */
  onDrawn(listener: (picture: HTMLCanvasElement) => void): () => void;
  /** Draws at the next frame, though nothing of the scene has changed. */
  invalidate(): void;
  /** How far everything is that is seen now, near white and far black; null where no picture can be taken. */
  depth(options: Pick<PictureOptions, 'longest'>): Promise<Blob | null>;
  /** About how many bytes of the graphics card the pictures take that things are drawn with. */
  textureBytes(): number;
  /**
   * Puts a point where a spot of a node's surface is now, if that bends, moves by itself or is placed by another node.
   * @returns whether it may be elsewhere in the next frame.
   */
  placeOnSpot(id: string, spot: FileSpot, into: Vector3): boolean;
  /** Shows a node with some other props than the document says, for this person alone; null ends it. */
  showAs(id: string, props: Readonly<Record<string, unknown>> | null): void;
  /** The meshes of the file that a node shows; empty for other nodes, and until the file has loaded. */
  partsOf(id: string): readonly FilePart[];
};
