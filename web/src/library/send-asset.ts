import type { Asset } from '@diorama/shared/contract/assets.ts';
import { ApiError } from '../api/api-error.ts';
import type { Api } from '../api/provider.tsx';
import type { CallInput } from '../api/send.ts';
import type { SendOptions } from './upload-queue.ts';

/** How often a file that is being opened is looked at, in milliseconds. */
const LOOK_AGAIN_MS = 1_000;
/** Sending is the first half, opening the second. */
export const SENT = 0.5;

type Way = Pick<Api, 'client' | 'upload'>;

/**
 * Sends a file, and waits until it can be used. Nothing is left of one that cannot be opened, or is cancelled.
 * @throws {@link ApiError} with what is wrong with it
 */
export async function sendAsset(
  api: Way,
  file: File,
  fields: CallInput<'uploadAsset'>['body'],
  options: SendOptions,
): Promise<void> {
  const { signal, onProgress, onBytes, onSent, ...further } = options;
  const sent = await api.upload(file, fields, {
    ...further,
    signal,
    onProgress: (share) => {
      onBytes?.(share * file.size, file.size);
      onProgress(share * SENT);
    },
  });
  onSent?.();
  try {
    await openAsset(api, sent, { signal, onProgress: (share) => onProgress(SENT + share * (1 - SENT)) });
  } catch (error) {
    await takeBack(api, [sent]);
    throw error;
  }
}

/**
 * Waits until a file that was sent can be used.
 * @throws {@link ApiError} with what is wrong with it
 */
export async function openAsset(
  { client }: Pick<Api, 'client'>,
  sent: Asset,
  { signal, onProgress }: SendOptions,
): Promise<void> {
  let asset = sent;
  while (!signal.aborted && (asset.status === 'uploaded' || asset.status === 'processing')) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    asset = await client.call('getAsset', { params: { id: sent.uuid } });
    onProgress(asset.progress / 100);
  }
  signal.throwIfAborted();
  if (asset.status !== 'ready') {
    throw new ApiError({ status: 422, code: asset.error?.code ?? '', title: asset.error?.message ?? '' });
  }
}

/** Deletes files that were sent for nothing; one that is used meanwhile, or that cannot be reached, stays. */
export async function takeBack({ client }: Pick<Api, 'client'>, sent: readonly Asset[]): Promise<void> {
  // Why it is taken back is what a person is told.
  await Promise.allSettled(
    sent.map(({ uuid }) => client.call('deleteAsset', { params: { id: uuid }, query: {} })),
  );
}
