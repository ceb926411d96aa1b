import type { Material } from '@diorama/shared/scene/document.ts';
import { roleOf, slotsOf } from '@diorama/shared/scene/nodes/kinds.ts';
import type { Editor } from '../../editor.ts';
import { pickNode } from '../../queries/pick.ts';
import type { PointerInfo } from '../pointer.ts';

/** A surface under the pointer: its node, the slot that was met, and the material of the document there, if it wears one. */
export type Found = { id: string; slot: string | null; materialId: string | null; material: Material | null };

/** The surface under the pointer that wears a material; null for what has none. */
export function surfaceAt(editor: Editor, pointer: PointerInfo): Found | null {
  const hit = pickNode(editor, pointer, { isDeep: true });
  const node = hit && editor.scene.node(hit.id);
  if (!hit || !node || roleOf(node.kind) !== 'surface') {
    return null;
  }
  const slots = slotsOf(node);
  const own = hit.slot !== null && Object.hasOwn(slots, hit.slot) ? slots[hit.slot] : undefined;
  const materialId = own ?? node.material;
  const { materials } = editor.scene.get();
  const material =
    materialId !== null && Object.hasOwn(materials, materialId) ? materials[materialId] : undefined;
  return { id: hit.id, slot: hit.slot, materialId: material ? materialId : null, material: material ?? null };
}
