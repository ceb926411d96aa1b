import type { SceneOutput } from '@diorama/shared/contract/assets.ts';
import type { Composition, Privacy, Sharing } from '@diorama/shared/contract/compositions.ts';
import type { ApiError } from '../../api/api-error.ts';
import { useGet } from '../../api/hooks.ts';
import { useApi } from '../../api/provider.tsx';
import { isActive, isShared, patchOf } from './publish-state.ts';

/** While an output is being made it is asked for this often, in case the live stream is away. */
const POLL_MS = 1_500;

export type Publishing = {
  scene: Composition | undefined;
  /** `null` if the scene has none; `undefined` until it is known. */
  output: SceneOutput | null | undefined;
  error: ApiError | undefined;
  reload: () => void;
  /** Sets who may see the scene, and makes an output of its present revision if it needs one. */
  publish: (privacy: Privacy, password: string) => Promise<void>;
  /** Takes back what nobody sees yet; who may see it stays as it was chosen. */
  withdraw: () => Promise<void>;
  /** Changes what visitors may do, and until when. */
  changeSharing: (change: Partial<Sharing>) => Promise<void>;
  /** Makes an output again after one failed. */
  retry: () => Promise<void>;
};

/** A scene with its newest output, kept up to date, and what can be done with them. */
export function usePublish(sceneId: string): Publishing {
  const { client } = useApi();
  const params = { id: sceneId };
  const scene = useGet('getComposition', { params });
  // A scene that was never published has no output; asking for it would be an error.
  const canHaveOutput = scene.data && (isShared(scene.data) || scene.data.publishedRevision !== null);
  const output = useGet('getOutput', canHaveOutput ? { params } : null, {
    refreshInterval: (latest) => (latest && isActive(latest) ? POLL_MS : 0),
    shouldRetryOnError: (error) => error.status !== 404,
    onSuccess: (latest) => {
      if (!isActive(latest)) {
        // What is published is told by the scene.
        scene.mutate().catch(() => undefined);
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
      // Publishing has started the output that was missing.
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
      scene.mutate().catch(() => undefined);
      output.mutate().catch(() => undefined);
    },
    publish,
    withdraw,
    changeSharing,
    retry: generate,
  };
}
