import type { Material } from '@diorama/shared/scene/document.ts';
import type { Box3, BufferGeometry, Matrix4 } from 'three';
import type { Placement } from './graph.ts';
import { writeSurface } from './instance-pool.ts';
import type { NodeBody } from './node-parts.ts';
import { surfaceOf } from './shader-class.ts';
import type { SurfaceHold } from './surfaces.ts';

/** A node as drawn. */
export type Drawn = NodeBody & {
  placement: Placement;
  held: SurfaceHold;
  /** Where it is seen, in the scene; empty for nodes without a surface. */
  worldBox: Box3;
  materials: readonly string[];
  isLoading: boolean;
  /** What is shown until this has loaded. */
  previous: Drawn | null;
};

/** A mesh that a node is drawn with, in the node's space, and the slot that it shows. */
export type DrawnMesh = { geometry: BufferGeometry; slot: string | null; local: Matrix4 };

/** A mesh of a file by its name there, and the slot of its material. */
export type FilePart = { name: string; slot: string };

/** What a node is drawn with, in its own space. */
export function meshesOf({ parts }: Drawn): DrawnMesh[] {
  return parts.map(({ spec, local }) => ({ geometry: spec.geometry, slot: spec.slot, local }));
}

/** The meshes of the file that a node shows. */
export function filePartsOf({ copy, parts }: Drawn): FilePart[] {
  return (
    copy?.parts ??
    parts.flatMap(({ spec: { part, slot } }) =>
      part === null || slot === null ? [] : [{ name: part, slot }],
    )
  );
}

/** Shows a material as it is after an edit, by values alone; false where that is not enough. */
export function restyle(drawn: Drawn, material: string, after: Material): boolean {
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
