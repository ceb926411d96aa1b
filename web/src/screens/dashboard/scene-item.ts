import type { ResultOf } from '@diorama/shared/contract/index.ts';

/** A scene as the dashboard's lists hold it. */
export type SceneItem = ResultOf<'listCompositions'>['member'][number];

/** Whether the person manages the scene: moves, deletes and shares it. */
export function isManaged(scene: SceneItem): boolean {
  return scene.permission === 'admin';
}

/** Whether the person may change the scene. */
export function isEditable(scene: SceneItem): boolean {
  return isManaged(scene) || scene.permission === 'edit';
}
