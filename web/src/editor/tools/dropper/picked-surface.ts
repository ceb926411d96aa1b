import type { Material } from '@diorama/shared/scene/document.ts';
import { fileOf, roleOf } from '@diorama/shared/scene/nodes/kinds.ts';
import type { SceneFiles, ViewedScene } from '../../parts.ts';
import { assignedMaterial } from '../../queries/assigned-material.ts';
import { pickSeen } from '../../queries/pick.ts';
import type { PointerInfo } from '../pointer.ts';

/** Slot of a file: the asset, and the name of the slot. */
export type FileSlot = { asset: string; slot: string };

/**
 * Surface under the pointer: node, slot, and its scene material if assigned, else its file material if any.
 */
export type PickedSurface = {
  id: string;
  slot: string | null;
  materialId: string | null;
  material: Material | null;
  file: FileSlot | null;
};

/** Displayed colour with its name, and the material if the whole material is meant. */
export type PickedColor = { color: string; name: string; material: Material | null };

/** Surface under the pointer that has a material; null otherwise. */
export function surfaceAt(editor: ViewedScene, pointer: PointerInfo): PickedSurface | null {
  const hit = pickSeen(editor, pointer);
  const node = hit && editor.scene.node(hit.id);
  if (!hit || !node || roleOf(node.kind) !== 'surface') {
    return null;
  }
  const assigned = assignedMaterial(editor, hit);
  const asset = assigned ? null : fileOf(node)?.asset;
  const file = asset && hit.slot !== null ? { asset, slot: hit.slot } : null;
  return {
    id: hit.id,
    slot: hit.slot,
    materialId: assigned?.id ?? null,
    material: assigned?.material ?? null,
    file,
  };
}

/** Colour of the surface under the pointer, from its material and not from its shading. */
export function colorAt(editor: SceneFiles & ViewedScene, pointer: PointerInfo): PickedColor | null {
  const found = surfaceAt(editor, pointer);
  const node = found && editor.scene.node(found.id);
  if (!found || !node) {
    return null;
  }
  if (found.material) {
    return { ...pickedColorOf(found.material), material: null };
  }
  const color = editor.fileColor(node, found.slot);
  return color === null ? null : { color, name: found.slot ?? '', material: null };
}

/** Displayed colour and name of a material. */
export function pickedColorOf({ color, name }: Material): Pick<PickedColor, 'color' | 'name'> {
  return { color, name };
}
