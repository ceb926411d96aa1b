import { ASSET_TYPE } from '@diorama/shared/contract/asset-type.ts';
import type { Asset } from '@diorama/shared/contract/assets.ts';
import { ApiError } from '../api/api-error.ts';
import type { Api } from '../api/provider.tsx';
import type { CallInput } from '../api/send.ts';
import { changeMap, type MapChange } from './change-map.ts';
import type { MaterialFiles } from './group-maps.ts';
import type { MapName } from './read-map-name.ts';
import { openAsset, SENT, undoUpload } from './send-asset.ts';
import type { SendOptions } from './upload-queue.ts';

/** Fields of a material besides its name and values. */
type MaterialDetails = Omit<CallInput<'createLibraryItem'>['body'], 'name' | 'material'>;

type MaterialJob = { files: MaterialFiles; account: string | undefined; details: MaterialDetails };

/**
 * Uploads the pictures of a material, waits until all are ready, and adds the material to a library. If a picture fails
 * or the upload is cancelled, everything is deleted.
 * @returns the material's uuid
 * @throws {@link ApiError} with the cause and the name of the picture
 */
export async function sendMaterial(
  api: Pick<Api, 'client' | 'upload'>,
  { files, account, details }: MaterialJob,
  options: SendOptions,
): Promise<string> {
  const sent = new Map<File, Asset>();
  try {
    await sendPictures(api, { files, account, sent }, part(options, 0, SENT));
    options.onSent?.();
    await openPictures(api, [...sent.values()], part(options, SENT, 1));
    const body = { ...details, name: files.name, material: valuesOf(files, sent) };
    const { uuid } = await api.client.call('createLibraryItem', { params: { shelf: 'materials' }, body });
    return uuid;
  } catch (error) {
    await undoUpload(api, [...sent.values()]);
    throw error;
  }
}

/** Uploads each picture once, also one of several maps, and returns the assets. */
async function sendPictures(
  { upload }: Pick<Api, 'upload'>,
  { files, account, sent }: Pick<MaterialJob, 'files' | 'account'> & { sent: Map<File, Asset> },
  { signal, onProgress, onBytes, onHold, onPieces }: SendOptions,
): Promise<void> {
  const pictures = [...new Set(Object.values(files.maps))];
  const total = bytesOf(pictures);
  for (const [at, picture] of pictures.entries()) {
    const change = changeOf(picture, files);
    const before = bytesOf(pictures.slice(0, at));
    // The pause control of the previous picture does not work for this one.
    onPieces?.(null);
    const asset = await upload(
      change ? await changeMap(picture, change) : picture,
      { type: ASSET_TYPE.texture, account, uploadType: 'material' },
      {
        signal,
        onHold,
        onPieces,
        onProgress: (share) => {
          onBytes?.(before + share * picture.size, total);
          onProgress((at + share) / pictures.length);
        },
      },
    );
    sent.set(picture, asset);
  }
}

const bytesOf = (files: readonly File[]) => files.reduce((sum, { size }) => sum + size, 0);

function changeOf(picture: File, { maps, changes }: MaterialFiles): MapChange | undefined {
  return Object.entries(changes).find(([map]) => maps[map as MapName] === picture)?.[1];
}

/** Waits for all pictures in parallel. @throws {@link ApiError} that names the picture */
async function openPictures(
  api: Pick<Api, 'client'>,
  pictures: readonly Asset[],
  { signal, onProgress }: SendOptions,
): Promise<void> {
  const shares = pictures.map(() => 0);
  const open = async (picture: Asset, at: number) => {
    const report = (share: number) => {
      shares[at] = share;
      onProgress(shares.reduce((sum, one) => sum + one, 0) / shares.length);
    };
    await openAsset(api, picture, { signal, onProgress: report }).catch((error: unknown) => {
      throw naming(picture, error);
    });
  };
  await Promise.all(pictures.map(open));
}

function naming({ name }: Asset, error: unknown): unknown {
  if (!(error instanceof ApiError) || error.title === '') {
    return error;
  }
  const { status, code, title } = error;
  return new ApiError({ status, code, title: `${name}: ${title}`, cause: error });
}

/** Maps the progress of a part to the progress of the whole. */
function part({ onProgress, ...others }: SendOptions, from: number, to: number): SendOptions {
  return { ...others, onProgress: (share) => onProgress(from + share * (to - from)) };
}

/** Values of a material with pictures: a picture multiplies its value, which is therefore 1. */
function valuesOf({ name, maps }: MaterialFiles, sent: ReadonlyMap<File, Asset>) {
  const assets = Object.entries(maps).map(([map, file]) => [map, sent.get(file)?.['@id']] as const);
  return {
    name,
    maps: Object.fromEntries(assets) as Partial<Record<MapName, string>>,
    ...(maps.color && { color: '#ffffff' }),
    ...(maps.roughness && { roughness: 1 }),
    ...(maps.metalness && { metalness: 1 }),
    ...(maps.emissive && { emissive: '#ffffff', emissiveIntensity: 1 }),
    ...(maps.opacity && { alphaMode: 'blend' as const }),
  };
}
