import type { ResultOf } from '@diorama/shared/contract/index.ts';

/** A scene as in the dashboard's list answers. */
export type SceneItem = ResultOf<'listCompositions'>['member'][number];

/** Whether the user may manage the scene: move, delete and share it. */
export function isManaged(scene: SceneItem): boolean {
  return scene.permission === 'admin';
}

/** Whether the user may edit the scene. */
export function isEditable(scene: SceneItem): boolean {
  return isManaged(scene) || scene.permission === 'edit';
}
