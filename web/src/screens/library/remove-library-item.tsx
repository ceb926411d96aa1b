import { type LibraryShelf, shelfOf } from '@diorama/shared/domain/library.ts';
import { useState } from 'react';
import { ApiError } from '../../api/api-error.ts';
import { useApi } from '../../api/provider.tsx';
import { Confirm } from '../../components/modal/modal.tsx';
import { useToast } from '../../components/toast/toast.tsx';
import { useErrorToast } from '../../hooks/use-errors.ts';
import { useLibraryTranslations } from '../../hooks/use-library-translations.ts';
import type { LibraryItem } from '../../library/use-library.ts';

type Props = { item: LibraryItem; onRemoved: () => void; onClose: () => void };

/** Whether an item is a file of the user's workspace, which is deleted with it. */
export function isOwnFile({ account, asset }: LibraryItem): boolean {
  return typeof account === 'string' && typeof asset === 'string';
}

/** Confirmation text for removing an item that is no file of the workspace. */
export function removalText(shelf: LibraryShelf): 'library.remove.material' | 'library.remove.text' {
  return shelf === 'materials' ? 'library.remove.material' : 'library.remove.text';
}

/** Asks for confirmation before an item is removed; an own file is deleted, after naming the scenes that use it. */
export function RemoveLibraryItem({ item, onRemoved, onClose }: Props) {
  const { t } = useLibraryTranslations();
  const [scenes, setScenes] = useState<readonly string[] | null>(null);
  const isFile = isOwnFile(item);
  const remove = useRemoval(item, { onRemoved, onUsed: setScenes });
  const name = item.name ?? '';
  const text = scenes
    ? t('library.delete.used', { names: scenes.join(', ') })
    : t(isFile ? 'library.delete.text' : removalText(shelfOf(item.kind)));
  return (
    <Confirm
      key={scenes ? 'used' : 'first'}
      title={t(isFile ? 'library.delete.title' : 'library.remove.title', { name })}
      text={text}
      confirmLabel={t(isFile ? 'library.delete' : 'library.remove')}
      isDangerous
      onConfirm={() => remove(scenes !== null)}
      onClose={onClose}
    />
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
    run(force).catch((error: unknown) => {
      showError(error);
    });
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
