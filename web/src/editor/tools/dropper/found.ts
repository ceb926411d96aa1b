import type { Material } from '@diorama/shared/scene/document.ts';
import { fileOf, roleOf } from '@diorama/shared/scene/nodes/kinds.ts';
import type { Editor } from '../../editor.ts';
import { pickSeen } from '../../queries/pick.ts';
import { wornMaterial } from '../../queries/worn-material.ts';
import type { PointerInfo } from '../pointer.ts';

/** A material of a file: the asset, and the slot that has it. */
export type FileSlot = { asset: string; slot: string };

/**
 * A surface under the pointer: its node, the slot that was met, and the material of the document there, if it wears one;
 * else that of its file, if it has one.
 */
export type Found = {
  id: string;
  slot: string | null;
  materialId: string | null;
  material: Material | null;
  file: FileSlot | null;
};

/** What is shown of a colour: what it is called, and the material whose colour it is where all of that is meant. */
export type SeenColor = { color: string; name: string; material: Material | null };

/** The surface under the pointer that wears a material; null for what has none. */
export function surfaceAt(editor: Editor, pointer: PointerInfo): Found | null {
  const hit = pickSeen(editor, pointer);
  const node = hit && editor.scene.node(hit.id);
  if (!hit || !node || roleOf(node.kind) !== 'surface') {
    return null;
  }
  const worn = wornMaterial(editor, hit);
  const asset = worn ? null : fileOf(node)?.asset;
  const file = asset && hit.slot !== null ? { asset, slot: hit.slot } : null;
  return { id: hit.id, slot: hit.slot, materialId: worn?.id ?? null, material: worn?.material ?? null, file };
}

/** The colour of the surface under the pointer, as its material says it and not as it is lit. */
export function colorAt(editor: Editor, pointer: PointerInfo): SeenColor | null {
  const found = surfaceAt(editor, pointer);
  const node = found && editor.scene.node(found.id);
  if (!found || !node) {
    return null;
  }
  if (found.material) {
    return { ...seenOf(found.material), material: null };
  }
  const color = editor.fileColor(node, found.slot);
  return color === null ? null : { color, name: found.slot ?? '', material: null };
}

/** What is shown of a material beside the pointer. */
export function seenOf({ color, name }: Material): Pick<SeenColor, 'color' | 'name'> {
  return { color, name };
}
