import type { SceneOutput } from '@diorama/shared/contract/assets.ts';
import type { Composition, Privacy } from '@diorama/shared/contract/compositions.ts';

/** What the publish dialog shows. */
export type PublishView = 'choose' | 'running' | 'failed' | 'live';

/** The part of a scene that publishing is about. */
export type PublishedScene = Pick<Composition, 'status' | 'privacy' | 'publishedRevision' | 'revision'>;

/** Whether an output is still being made. */
export function isActive(output: Pick<SceneOutput, 'status'> | null): boolean {
  return output?.status === 'queued' || output?.status === 'running';
}

/** Whether everybody, or everybody with the password, shall see it. */
export function isShared(scene: Pick<Composition, 'status' | 'privacy'>): boolean {
  return scene.status === 'published' && scene.privacy !== 'private';
}

/**
 * What to show for a scene and its newest output, if it has one. What visitors see already stands before what is being made
 * of it: who may see it can be changed, and it can be taken down, all the while.
 */
export function viewOf(
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

/** What becomes of a scene that visitors see: they have it as it is, it has changed, or the change is being made, or could not be. */
export type Republication = 'none' | 'due' | 'running' | 'failed';

/** How it stands with the changes to a scene that is live. */
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
  // What failed of an earlier state is of no interest once there is another one to publish.
  const isOfNow =
    output !== null && output.revision >= Math.max(scene.revision, scene.publishedRevision ?? 0);
  return output?.status === 'failed' && isOfNow ? 'failed' : 'due';
}

/** How far an output is as a whole, 0 to 1; `progress` is that of the whole in percent. */
export function shareOf(output: Pick<SceneOutput, 'status' | 'progress'>): number | null {
  return output.status === 'queued' ? null : output.progress / 100;
}

/** How far one of the three steps is. */
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
 * What publishing sends; an empty password keeps the present one. Who may see it is said only where that changes: to
 * say it ends every link, and not everybody who publishes may.
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
