import type { FileUse } from '@diorama/shared/scene/nodes/traits.ts';
import type { Object3D } from 'three';
import type { ModelFile } from './model-store.ts';

/** Whether a node's animation moves its model. */
export function plays(file: Pick<ModelFile, 'clips'>, animation: FileUse['animation']): boolean {
  return animation.playing && animation.speed !== 0 && file.clips.length > 0;
}

/** Whether one of a copy's meshes shows a slot. */
export function showsSlot(mesh: Object3D, slot: string): boolean {
  const slots: readonly string[] | undefined = mesh.userData.slots;
  return slots?.includes(slot) ?? false;
}

/** Slot of one of a copy's meshes, also while its material is overridden; null for objects of no copy. */
export function slotIn(mesh: Object3D, materialIndex: number): string | null {
  const slots: readonly string[] | undefined = mesh.userData.slots;
  return slots?.[materialIndex] ?? null;
}
