import { ASSET_TYPE } from '@diorama/shared/contract/asset-type.ts';
import type { Api } from '../api/provider.tsx';
import type { MaterialFiles } from './group-maps.ts';
import type { MapName } from './read-map-name.ts';
import { turnNormals } from './turn-normals.ts';
import type { SendOptions } from './upload-queue.ts';

/** The pictures of a material on their way into a library, and the assets of those that have arrived. */
export type MapsJob = { files: MaterialFiles; sent: Partial<Record<MapName, string>> };

/** Sends the pictures of a material that have not arrived yet; tried again, none is sent twice. @returns its values */
export async function sendMaps(
  { upload }: Pick<Api, 'upload'>,
  { files, sent }: MapsJob,
  { account, signal, onProgress }: SendOptions & { account: string | undefined },
) {
  const maps = Object.entries(files.maps) as [MapName, File][];
  for (const [at, [map, file]] of maps.entries()) {
    // A picture of several maps is sent once.
    const known = maps.find(([other, same]) => same === file && sent[other])?.[0];
    sent[map] ??= known
      ? sent[known]
      : (
          await upload(
            map === 'normal' && files.isDirectX ? await turnNormals(file) : file,
            { type: ASSET_TYPE.texture, account, uploadType: 'library' },
            { signal, onProgress: (share) => onProgress((at + share) / maps.length) },
          )
        )['@id'];
  }
  return valuesOf(files.name, sent);
}

/** Values that let pictures speak: a picture multiplies its value, and so wants it whole. */
function valuesOf(name: string, maps: Partial<Record<MapName, string>>) {
  return {
    name,
    maps,
    ...(maps.color && { color: '#ffffff' }),
    ...(maps.roughness && { roughness: 1 }),
    ...(maps.metalness && { metalness: 1 }),
    ...(maps.emissive && { emissive: '#ffffff', emissiveIntensity: 1 }),
    ...(maps.opacity && { alphaMode: 'blend' as const }),
  };
}
