import { ASSET_TYPE } from '@diorama/shared/contract/asset-type.ts';
import { useState } from 'react';
import { useToast } from '../../../components/toast/toast.tsx';
import { useErrorText } from '../../../hooks/use-error-text.ts';
import { copyFileMaterial } from '../../commands/file-materials.ts';
import { useEditorSession } from '../../hooks/use-editor.tsx';
import { useWords } from '../../hooks/use-words.ts';
import type { FilePicture } from '../../import/glb-materials.ts';

type Slot = Parameters<typeof copyFileMaterial>[1];

const ENDINGS: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'image/webp': 'webp',
};

/** Makes a material of a file one of the scene, to be edited; says so when that cannot be done. */
export function useCopyFileMaterial(): { isBusy: boolean; run: (slot: Slot) => void } {
  const { editor, assets, sendPicture } = useEditorSession();
  const { t } = useWords();
  const toast = useToast();
  const errorText = useErrorText();
  const [isBusy, setIsBusy] = useState(false);

  const read = async (asset: string) => {
    const [address, { readGlbMaterials }] = await Promise.all([
      assets.addressOf(asset),
      import('../../import/glb-materials.ts'),
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
  const run = (slot: Slot) => {
    setIsBusy(true);
    copyFileMaterial({ editor, read, keep }, slot)
      .then((made) => made === null && toast({ kind: 'warning', text: t('slot.gone') }))
      .catch((error: unknown) =>
        toast({
          kind: 'error',
          text: error instanceof UnreadFileError ? t('slot.unread') : errorText(error),
        }),
      )
      .finally(() => setIsBusy(false));
  };
  return { isBusy, run };
}

/** The file of a model cannot be had. */
class UnreadFileError extends Error {}
