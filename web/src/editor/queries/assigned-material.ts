import type { Material } from '@diorama/shared/scene/document.ts';
import { materialIdsOf, slotPropOf, slotsOf } from '@diorama/shared/scene/nodes/kinds.ts';
import type { SceneReader } from '../parts.ts';

/** Surface or a part of it: a node, and one of its slots; null for the whole node. */
export type SurfacePart = { id: string; slot: string | null };

/** Scene material of a surface part; null without one. */
export function assignedMaterial(
  { scene }: SceneReader,
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
export function isExclusiveMaterial(
  editor: SceneReader,
  { id, slot }: SurfacePart,
  material: string,
): boolean {
  const node = editor.scene.node(id);
  if (!node || countUses(editor, material) > 1) {
    return false;
  }
  const isBySlot = slot !== null && slotPropOf(node.kind) !== undefined;
  const isHere = isBySlot ? slotsOf(node)[slot] === material : node.material === material;
  return isHere && materialIdsOf(node).filter((assigned) => assigned === material).length === 1;
}

/** Number of nodes that use a material, for the whole node or for a slot. */
export function countUses({ scene }: SceneReader, material: string): number {
  return scene.nodesUsing(material).size;
}

/** Unlocked uses of a material: nodes, and slots of nodes. */
export function usesOf({ scene }: SceneReader, material: string): SurfacePart[] {
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
