import type { Asset } from '@diorama/shared/contract/assets.ts';
import { ApiError } from '../api/api-error.ts';
import type { Api } from '../api/provider.tsx';
import type { CallInput } from '../api/send.ts';
import type { SendOptions } from './upload-queue.ts';

/** Interval between status requests of a file in processing, in milliseconds. */
const LOOK_AGAIN_MS = 1_000;
/** The upload is the first half of the progress, the processing the second. */
export const SENT = 0.5;

type UploadApi = Pick<Api, 'client' | 'upload'>;

/**
 * Uploads a file and waits until it is ready. A file that fails or is cancelled is deleted.
 * @throws {@link ApiError} with the cause
 */
export async function sendAsset(
  api: UploadApi,
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
    await undoUpload(api, [sent]);
    throw error;
  }
}

/**
 * Waits until an uploaded file is ready.
 * @throws {@link ApiError} with the cause
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

/** Deletes files of a failed upload; one that is in use, or a failed deletion, is left. */
export async function undoUpload({ client }: Pick<Api, 'client'>, sent: readonly Asset[]): Promise<void> {
  // The user sees the original error, not one of the deletion.
  await Promise.allSettled(
    sent.map(({ uuid }) => client.call('deleteAsset', { params: { id: uuid }, query: {} })),
  );
}
