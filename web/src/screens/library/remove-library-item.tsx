import { type LibraryShelf, shelfOf } from '@diorama/shared/domain/library.ts';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { useApi } from '../../api/provider.tsx';
import { Button } from '../../components/button/button.tsx';
import { Confirm } from '../../components/modal/modal.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { useErrorToast } from '../../hooks/use-errors.ts';
import { useLibraryTranslations } from '../../hooks/use-library-translations.ts';
import type { LibraryItem } from '../../library/use-library.ts';

/** Whether an item is a file of the user's workspace, which is deleted with it. */
export function isOwnFile({ account, asset }: LibraryItem): boolean {
  return typeof account === 'string' && typeof asset === 'string';
}

/** Confirmation text for removing an item that is no file of the workspace. */
export function removalText(shelf: LibraryShelf): 'library.remove.material' | 'library.remove.text' {
  return shelf === 'materials' ? 'library.remove.material' : 'library.remove.text';
}

/**
 * Button that removes an item after a confirmation. An own file that scenes use is deleted after a second one, which
 * names them.
 */
export function RemoveLibraryItem({ item, onRemoved }: { item: LibraryItem; onRemoved: () => void }) {
  const { t } = useLibraryTranslations();
  // Names of the scenes that use the file, empty before the server was asked; null without a question.
  const [scenes, setScenes] = useState<readonly string[] | null>(null);
  const isFile = isOwnFile(item);
  const remove = useRemoval(item, { onRemoved, onUsed: setScenes });
  const isUsed = scenes !== null && scenes.length > 0;
  const text = isFile ? 'library.delete.text' : removalText(shelfOf(item.kind));
  const label = t(isFile ? 'library.delete' : 'library.remove');
  return (
    <>
      <Button variant="ghost" icon={<Trash2 size={16} aria-hidden="true" />} onClick={() => setScenes([])}>
        {label}
      </Button>
      {scenes && (
        <Confirm
          title={t(isFile ? 'library.delete.title' : 'library.remove.title', { name: item.name ?? '' })}
          text={isUsed ? t('library.delete.used', { names: scenes.join(', ') }) : t(text)}
          confirmLabel={label}
          isDangerous
          onConfirm={() => remove(isUsed)}
          onClose={() => setScenes(null)}
        />
      )}
    </>
  );
}

function useRemoval(
  item: LibraryItem,
  { onRemoved, onUsed }: { onRemoved: () => void; onUsed: (scenes: readonly string[]) => void },
): (force: boolean) => void {
  const { t } = useLibraryTranslations();
  const { client } = useApi();
  const toast = useToast();
  const showError = useErrorToast();
  const shelf = shelfOf(item.kind);
  const run = async (force: boolean) => {
    const name = item.name ?? '';
    if (!isOwnFile(item)) {
      await client.call('deleteLibraryItem', { params: { shelf, id: item.uuid } });
      toast({ kind: 'info', text: t('library.removed', { name }) });
      return onRemoved();
    }
    const params = { id: (item.asset ?? '').split('/').at(-1) ?? '' };
    const scenes = force ? [] : await scenesUsing(() => client.call('deleteAsset', { params, query: {} }));
    if (scenes !== null && scenes.length > 0) {
      return onUsed(scenes);
    }
    if (scenes !== null) {
      await client.call('deleteAsset', { params, query: { force: 'true' } });
    }
    toast({ kind: 'info', text: t('library.deleted', { name }) });
    onRemoved();
  };
  return (force) => {
    run(force).catch(showError);
  };
}

/**
 * Tries to delete. @returns the names of the scenes that use a file, empty if only the library does; null once it
 * is deleted.
 */
async function scenesUsing(remove: () => Promise<unknown>): Promise<string[] | null> {
  try {
    await remove();
    return null;
  } catch (error) {
    if (!(error instanceof ApiError) || error.code !== 'asset.in-use') {
      throw error;
    }
    // Format of the server's error.
    const { scenes = [] } = error.extra as { scenes?: { name: string }[] };
    return scenes.map(({ name }) => name);
  }
}
