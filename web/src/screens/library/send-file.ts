import { ASSET_TYPE } from '@diorama/shared/contract/asset-type.ts';
import type { Asset } from '@diorama/shared/contract/assets.ts';
import type { FormatUse } from '@diorama/shared/domain/formats.ts';
import type { LibraryShelf } from '@diorama/shared/domain/library.ts';
import { ApiError } from '../../api/api-error.ts';
import type { Api } from '../../api/provider.tsx';
import type { SendOptions } from '../../library/upload-queue.ts';

/** The shelves whose things are files that people have. */
export type FileShelf = Exclude<LibraryShelf, 'materials'>;

/** Which files a shelf takes, and as what. */
export const FILES: Record<FileShelf, { use: FormatUse; type: number }> = {
  models: { use: 'model', type: ASSET_TYPE.model },
  textures: { use: 'texture', type: ASSET_TYPE.texture },
  hdris: { use: 'sky', type: ASSET_TYPE.hdri },
  fonts: { use: 'font', type: ASSET_TYPE.font },
};

/** How often a file that is being opened is looked at, in milliseconds. */
const LOOK_AGAIN_MS = 1_000;
/** Sending is the first half, opening the second. */
const SENT = 0.5;

type Sending = SendOptions & { shelf: FileShelf; account: string | undefined };

/**
 * Sends a file into a library, and waits until it can be used. Nothing is left of one that cannot be opened, or is cancelled.
 * @throws {@link ApiError} with what is wrong with it
 */
export async function sendFile(
  { client, upload }: Pick<Api, 'client' | 'upload'>,
  file: File,
  { shelf, account, signal, onProgress }: Sending,
): Promise<void> {
  const sent = await upload(
    file,
    { type: FILES[shelf].type, account, uploadType: 'library' },
    { signal, onProgress: (share) => onProgress(share * SENT) },
  );
  let asset: Asset = sent;
  while (!signal.aborted && (asset.status === 'uploaded' || asset.status === 'processing')) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
    asset = await client.call('getAsset', { params: { id: sent.uuid } });
    onProgress(SENT + (asset.progress / 100) * (1 - SENT));
  }
  if (asset.status !== 'ready') {
    await client.call('deleteAsset', { params: { id: sent.uuid }, query: {} });
    signal.throwIfAborted();
    throw new ApiError({ status: 422, code: asset.error?.code ?? '', title: asset.error?.message ?? '' });
  }
}
