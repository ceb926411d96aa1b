import type { SceneOutput } from '@diorama/shared/contract/assets.ts';
import type { Composition, Privacy, Sharing } from '@diorama/shared/contract/compositions.ts';
import type { ApiError } from '../../api/api-error.ts';
import { useGet } from '../../api/hooks.ts';
import { useApi } from '../../api/provider.tsx';
import { isActive, isShared, patchOf } from './publish-state.ts';

/** Poll interval of an output in progress, in case the live stream is down. */
const POLL_MS = 1_500;

export type Publishing = {
  scene: Composition | undefined;
  /** `null` if the scene has none; `undefined` while loading. */
  output: SceneOutput | null | undefined;
  error: ApiError | undefined;
  reload: () => void;
  /** Sets the visibility and creates an output of the current revision if needed. */
  publish: (privacy: Privacy, password: string) => Promise<void>;
  /** Withdraws a publication that is not live yet; the visibility setting stays. */
  withdraw: () => Promise<void>;
  /** Changes visitors' permissions and the expiry. */
  changeSharing: (change: Partial<Sharing>) => Promise<void>;
  /** Retries a failed output. */
  retry: () => Promise<void>;
};

/** A scene with its latest output, kept up to date, and actions on them. */
export function usePublish(sceneId: string): Publishing {
  const { client } = useApi();
  const params = { id: sceneId };
  const scene = useGet('getComposition', { params });
  // A scene that was never published has no output; requesting it would be an error.
  const canHaveOutput = scene.data && (isShared(scene.data) || scene.data.publishedRevision !== null);
  const output = useGet('getOutput', canHaveOutput ? { params } : null, {
    refreshInterval: (latest) => (latest && isActive(latest) ? POLL_MS : 0),
    shouldRetryOnError: (error) => error.status !== 404,
    onSuccess: (latest) => {
      if (!isActive(latest)) {
        // The scene resource contains the publication's state.
        scene.reload();
      }
    },
  });
  const hasNone = canHaveOutput === false || output.error?.status === 404;

  const generate = async () => {
    const made = await client.call('generateSceneOutput', { body: { sceneUuid: sceneId } });
    await output.mutate(made, { revalidate: true });
  };
  const publish = async (privacy: Privacy, password: string) => {
    const body = patchOf(privacy, password, scene.data?.privacy);
    const changed = await client.call('patchComposition', { params, body });
    await scene.mutate(changed, { revalidate: false });
    if (privacy !== 'private') {
      // Publishing has started the missing output.
      await output.mutate();
    }
  };
  const withdraw = async () => {
    const changed = await client.call('patchComposition', { params, body: { status: 'draft' } });
    await scene.mutate(changed, { revalidate: false });
  };
  const changeSharing = async (sharing: Partial<Sharing>) => {
    const changed = await client.call('patchComposition', { params, body: { sharing } });
    await scene.mutate(changed, { revalidate: false });
  };
  return {
    scene: scene.data,
    output: output.data ?? (hasNone ? null : undefined),
    error: scene.error ?? (hasNone ? undefined : output.error),
    reload: () => {
      scene.reload();
      output.reload();
    },
    publish,
    withdraw,
    changeSharing,
    retry: generate,
  };
}
