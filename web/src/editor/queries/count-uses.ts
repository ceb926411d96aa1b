import { slotsOf } from '@diorama/shared/scene/nodes/kinds.ts';
import type { Editor } from '../editor.ts';
import type { SurfacePart } from './worn-material.ts';

/** How many nodes use a material, by themselves or for a part of what they show. */
export function countUses({ scene }: Editor, material: string): number {
  return scene.wearersOf(material).size;
}

/** Where a material is worn by what may be changed: nodes, and slots of nodes. */
export function usesOf({ scene }: Editor, material: string): SurfacePart[] {
  return [...scene.wearersOf(material)].flatMap((id): SurfacePart[] => {
    const node = scene.node(id);
    if (!node || scene.isLocked(id)) {
      return [];
    }
    const slots = Object.entries(slotsOf(node)).filter(([, worn]) => worn === material);
    return [
      ...(node.material === material ? [{ id, slot: null }] : []),
      ...slots.map(([slot]) => ({ id, slot })),
    ];
  });
}
