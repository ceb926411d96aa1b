import { ASSET_TYPE } from '@diorama/shared/contract/asset-type.ts';
import { fetchCode } from '../../fetch-code.ts';
import type { FileContext } from '../commands/file-materials.ts';
import type { FilePicture } from '../features/import/model/glb-materials.ts';
import { useEditorSession } from './use-editor.tsx';

const ENDINGS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
};

/** Dependencies for copying the materials of a model's file into the scene. */
export function useFileContext(): FileContext {
  const { editor, assets, sendPicture } = useEditorSession();
  const read = async (asset: string) => {
    const [address, { readGlbMaterials }] = await Promise.all([
      assets.addressOf(asset),
      fetchCode(() => import('../features/import/model/glb-materials.ts')),
    ]);
    const response = address && (await fetch(address.url));
    if (!response?.ok) {
      throw new UnreadFileError();
    }
    return readGlbMaterials(await response.arrayBuffer());
  };
  const keep = ({ mediaType, bytes }: FilePicture, name: string) => {
    const file = new File([bytes], `${name}.${ENDINGS[mediaType] ?? 'png'}`, { type: mediaType });
    return sendPicture(file, ASSET_TYPE.texture);
  };
  return { editor, read, keep };
}

/** The file of a model could not be loaded. */
export class UnreadFileError extends Error {}
