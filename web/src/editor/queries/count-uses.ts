import { materialIdsOf } from '@diorama/shared/scene/nodes/kinds.ts';
import type { Editor } from '../editor.ts';

/** How many nodes use a material, by themselves or for a part of what they show. */
export function countUses({ scene }: Editor, material: string): number {
  return Object.values(scene.get().nodes).filter((node) => materialIdsOf(node).includes(material)).length;
}
