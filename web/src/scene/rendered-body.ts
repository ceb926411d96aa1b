import type { Material } from '@diorama/shared/scene/document.ts';
import type { Box3, BufferGeometry, Matrix4 } from 'three';
import type { Placement } from './graph.ts';
import { writeSurface } from './instance-pool.ts';
import type { NodeBody } from './node-parts.ts';
import { surfaceOf } from './shader-class.ts';
import type { SurfaceHold } from './surfaces.ts';

/** A rendered node. */
export type RenderedBody = NodeBody & {
  placement: Placement;
  held: SurfaceHold;
  /** Bounding box in world space; empty for nodes without a surface. */
  worldBox: Box3;
  materials: readonly string[];
  isLoading: boolean;
  /** Rendered until this one has loaded. */
  previous: RenderedBody | null;
};

/** A mesh of a node, in the node's space, with its material slot. */
export type RenderedMesh = { geometry: BufferGeometry; slot: string | null; local: Matrix4 };

/** A mesh of a file, by its name there, and the slot of its material. */
export type FilePart = { name: string; slot: string };

/** Meshes of a node, in its space. */
export function meshesOf({ parts }: RenderedBody): RenderedMesh[] {
  return parts.map(({ spec, local }) => ({ geometry: spec.geometry, slot: spec.slot, local }));
}

/** Meshes of the node's file. */
export function filePartsOf({ copy, parts }: RenderedBody): FilePart[] {
  return (
    copy?.parts ??
    parts.flatMap(({ spec: { part, slot } }) =>
      part === null || slot === null ? [] : [{ name: part, slot }],
    )
  );
}

/** Applies an edited material by values alone; false if it needs a new material. */
export function restyle(drawn: RenderedBody, material: string, after: Material): boolean {
  if (drawn.isLoading || !drawn.held.shows(material, after)) {
    return false;
  }
  for (const part of drawn.parts) {
    if (part.of?.id === material) {
      part.of = { id: material, material: after };
      part.surface = surfaceOf(after);
      if (part.instance) {
        writeSurface(part.instance, part.surface);
      }
    }
  }
  return true;
}
