import type { SceneOutput } from '@diorama/shared/contract/assets.ts';
import type { Composition, Privacy } from '@diorama/shared/contract/compositions.ts';

/** View of the publish dialog. */
type PublishView = 'choose' | 'running' | 'failed' | 'live';

/** Part of a scene that publishing reads. */
type PublishedScene = Pick<Composition, 'status' | 'privacy' | 'publishedRevision' | 'revision'>;

/** Whether an output is still in progress. */
export function isActive(output: Pick<SceneOutput, 'status'> | null): boolean {
  return output?.status === 'queued' || output?.status === 'running';
}

/** Whether the scene is public, with or without a password. */
export function isShared(scene: Pick<Composition, 'status' | 'privacy'>): boolean {
  return scene.status === 'published' && scene.privacy !== 'private';
}

/**
 * View for a scene and its latest output, if any. A live version takes precedence over an output in progress: its
 * visibility can be changed, and it can be unpublished meanwhile.
 */
export function publishViewOf(
  scene: PublishedScene,
  output: Pick<SceneOutput, 'status' | 'revision'> | null,
): PublishView {
  if (!isShared(scene)) {
    return 'choose';
  }
  if (scene.publishedRevision !== null) {
    return 'live';
  }
  if (isActive(output)) {
    return 'running';
  }
  return output?.status === 'failed' ? 'failed' : 'choose';
}

/** State of a live scene's changes: none, unpublished ones, being published, or failed. */
export type Republication = 'none' | 'due' | 'running' | 'failed';

/** Returns the state of a live scene's changes. */
export function republicationOf(
  scene: Pick<Composition, 'inSyncWithScene' | 'revision' | 'publishedRevision'>,
  output: Pick<SceneOutput, 'status' | 'revision'> | null,
): Republication {
  if (isActive(output)) {
    return 'running';
  }
  if (scene.inSyncWithScene) {
    return 'none';
  }
  // A failure of an earlier version is obsolete once there is a newer one to publish.
  const isOfNow =
    output !== null && output.revision >= Math.max(scene.revision, scene.publishedRevision ?? 0);
  return output?.status === 'failed' && isOfNow ? 'failed' : 'due';
}

/** Total progress of an output, 0 to 1; `progress` is in percent. */
export function shareOf(output: Pick<SceneOutput, 'status' | 'progress'>): number | null {
  return output.status === 'queued' ? null : output.progress / 100;
}

/** State of one of the three steps. */
export function stepState(
  output: Pick<SceneOutput, 'status' | 'step'>,
  step: number,
): 'waiting' | 'running' | 'done' {
  if (output.status === 'completed' || output.step > step) {
    return 'done';
  }
  return output.status === 'running' && output.step === step ? 'running' : 'waiting';
}

/**
 * Request body of a publication; an empty password keeps the current one. The visibility is included only if it
 * changes, because setting it revokes every link, and not all editors may set it.
 */
export function patchOf(
  privacy: Privacy,
  password: string,
  present: Privacy | undefined,
): { status: 'draft' | 'published'; privacy?: Privacy; password?: string } {
  return {
    status: privacy === 'private' ? 'draft' : 'published',
    ...(privacy !== present && { privacy }),
    ...(privacy === 'password' && password !== '' && { password }),
  };
}
