import { ASSET_TYPE } from '@diorama/shared/contract/asset-type.ts';
import type { Asset } from '@diorama/shared/contract/assets.ts';
import { extensionsOf, type FormatUse, pickerOf } from '@diorama/shared/domain/formats.ts';
import type { LibraryShelf } from '@diorama/shared/domain/library.ts';
import { Plus } from 'lucide-react';
import { useRef } from 'react';
import { useApi } from '../../api/provider.tsx';
import { Button } from '../../components/button/button.tsx';
import { FilesInput } from '../../components/files-input/files-input.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { useWorkspace } from '../../hooks/use-account.ts';
import { useLibraryWords } from '../../hooks/use-library-words.ts';
import { useSubmit } from '../../hooks/use-submit.ts';
import { useTellError } from '../../hooks/use-tell-error.ts';

/** The shelves whose things are files that people have. */
export type FileShelf = Exclude<LibraryShelf, 'materials'>;

const FILES: Record<FileShelf, { use: FormatUse; type: number }> = {
  models: { use: 'model', type: ASSET_TYPE.model },
  textures: { use: 'texture', type: ASSET_TYPE.texture },
  hdris: { use: 'sky', type: ASSET_TYPE.hdri },
  fonts: { use: 'font', type: ASSET_TYPE.font },
};
/** How often a file that is being opened is looked at, in milliseconds. */
const LOOK_AGAIN_MS = 1_000;

/** A button by which files come into the workspace's own library. */
export function AddThings({ shelf, onAdded }: { shelf: FileShelf; onAdded: () => void }) {
  const { t } = useLibraryWords();
  const input = useRef<HTMLInputElement>(null);
  const { isBusy, add } = useAdding(shelf, onAdded);
  const label = t(`library.add.${shelf}`);
  return (
    <>
      <Button
        icon={<Plus size={16} aria-hidden="true" />}
        isLoading={isBusy}
        onClick={() => input.current?.click()}
      >
        {label}
      </Button>
      <FilesInput ref={input} label={label} accept={pickerOf(extensionsOf(FILES[shelf].use))} onFiles={add} />
    </>
  );
}

/** Sends files one after the other, and says of each what became of it, also to who has gone on to another page. */
function useAdding(shelf: FileShelf, onAdded: () => void) {
  const { t } = useLibraryWords();
  const { client, upload } = useApi();
  const account = useWorkspace()?.uuid;
  const toast = useToast();
  const tellError = useTellError();
  const ended = async (sent: Asset): Promise<Asset> => {
    let asset = sent;
    while (asset.status === 'uploaded' || asset.status === 'processing') {
      await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
      asset = await client.call('getAsset', { params: { id: sent.uuid } });
    }
    return asset;
  };
  const addOne = async (file: File) => {
    const sent = await upload(file, { type: FILES[shelf].type, account, uploadType: 'library' });
    const asset = await ended(sent);
    if (asset.status === 'failed') {
      toast({
        kind: 'error',
        text: t('library.add.failed', { name: file.name, reason: asset.error?.message ?? '' }),
      });
      await client.call('deleteAsset', { params: { id: asset.uuid }, query: {} });
      return;
    }
    toast({ kind: 'success', text: t('library.saved', { name: asset.name }) });
    onAdded();
  };
  const tell = (error: unknown) => {
    tellError(error);
  };
  const { isBusy, submit } = useSubmit(async (files: readonly File[]) => {
    for (const file of files) {
      try {
        await addOne(file);
      } catch (error) {
        // One that is refused keeps no other back.
        tell(error);
      }
    }
  }, tell);
  return { isBusy, add: submit };
}
