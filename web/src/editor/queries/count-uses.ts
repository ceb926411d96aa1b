import { slotsOf } from '@diorama/shared/scene/nodes/kinds.ts';
import type { Editor } from '../editor.ts';
import type { SurfacePart } from './assigned-material.ts';

/** Number of nodes that use a material, for the whole node or for a slot. */
export function countUses({ scene }: Editor, material: string): number {
  return scene.nodesUsing(material).size;
}

/** Unlocked uses of a material: nodes, and slots of nodes. */
export function usesOf({ scene }: Editor, material: string): SurfacePart[] {
  return [...scene.nodesUsing(material)].flatMap((id): SurfacePart[] => {
    const node = scene.node(id);
    if (!node || scene.isLocked(id)) {
      return [];
    }
    const slots = Object.entries(slotsOf(node)).filter(([, assigned]) => assigned === material);
    return [
      ...(node.material === material ? [{ id, slot: null }] : []),
      ...slots.map(([slot]) => ({ id, slot })),
    ];
  });
}
