import type { Material } from '@diorama/shared/scene/document.ts';
import { materialIdsOf, slotPropOf, slotsOf } from '@diorama/shared/scene/nodes/kinds.ts';
import type { Editor } from '../editor.ts';
import { countUses } from './count-uses.ts';

/** Surface or a part of it: a node, and one of its slots; null for the whole node. */
export type SurfacePart = { id: string; slot: string | null };

/** Scene material of a surface part; null without one. */
export function assignedMaterial(
  { scene }: Editor,
  { id, slot }: SurfacePart,
): { id: string; material: Material } | null {
  const node = scene.node(id);
  const slots = node ? slotsOf(node) : {};
  const own = slot !== null && Object.hasOwn(slots, slot) ? slots[slot] : undefined;
  const assigned = own ?? node?.material ?? '';
  const { materials } = scene.document.value;
  const material = Object.hasOwn(materials, assigned) ? materials[assigned] : undefined;
  return material ? { id: assigned, material } : null;
}

/** Whether only one surface part uses a material. */
export function isExclusiveMaterial(editor: Editor, { id, slot }: SurfacePart, material: string): boolean {
  const node = editor.scene.node(id);
  if (!node || countUses(editor, material) > 1) {
    return false;
  }
  const isBySlot = slot !== null && slotPropOf(node.kind) !== undefined;
  const isHere = isBySlot ? slotsOf(node)[slot] === material : node.material === material;
  return isHere && materialIdsOf(node).filter((assigned) => assigned === material).length === 1;
}
