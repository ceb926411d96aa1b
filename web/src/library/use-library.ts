import type { ResultOf } from '@diorama/shared/contract/index.ts';
import type { LibraryShelf } from '@diorama/shared/domain/library.ts';
import { useEffect, useEffectEvent } from 'react';
import { type PagedList, useGet, useList } from '../api/hooks.ts';
import { useWorkspace } from '../hooks/use-account.ts';

/** A library item as in the list's answer. */
export type LibraryItem = ResultOf<'listLibrary'>['member'][number];

/** Filters of the library. */
export type LibraryQuery = {
  shelf: LibraryShelf;
  /** Whether to list the workspace's items instead of the public ones. */
  isMine: boolean;
  /** Iri or uuid of that workspace; the current one by default. */
  account?: string;
  /** Uuid of a category. */
  category: string | null;
  words: string;
};

/** Interval between requests for items in processing, in milliseconds. */
const LOOK_AGAIN_MS = 2_500;
/** Time after which a picture has failed, in milliseconds. */
const MAX_PENDING_MS = 10 * 60_000;

/** Whether a shelf is the workspace's: components are for no one else. */
export function isOwnShelf(shelf: LibraryShelf): boolean {
  return shelf === 'components';
}

/** Items that match the filters; those in processing are polled until they are ready. */
export function useLibrary({
  shelf,
  isMine,
  account,
  category,
  words,
}: LibraryQuery): PagedList<LibraryItem> {
  const workspace = useWorkspace();
  const list = useList('listLibrary', {
    params: { shelf },
    query: {
      ...(isMine && { mine: 'true' as const, 'account.uuid': account ?? workspace?.uuid }),
      ...(category !== null && { category }),
      ...(words !== '' && { q: words }),
    },
  });
  // A new installation is still creating its built-in items.
  const isWhole = !isMine && category === null && words === '' && shelf !== 'sounds';
  const isFilling = isWhole && list.members?.length === 0;
  usePollPending(list, (now) => isFilling || (list.members?.some((item) => isPending(item, now)) ?? false));
  return list;
}

/** Whether the file or the picture of an item is still being made. Sounds have no picture. */
export function isPending(
  { kind, status, thumbnailUrl, createdAt }: Partial<LibraryItem>,
  now: number,
): boolean {
  const isMade = kind === 'sound' ? status === 'ready' : thumbnailUrl !== null;
  return (
    !isMade && status !== 'failed' && createdAt !== undefined && now - Date.parse(createdAt) < MAX_PENDING_MS
  );
}

/** Polls a list while some of its items are in processing: no live message reports their progress. */
export function usePollPending(list: PagedList<LibraryItem>, hasPending: (now: number) => boolean): void {
  const look = useEffectEvent(() => {
    if (hasPending(Date.now())) {
      list.reload();
    }
  });
  useEffect(() => {
    const timer = setInterval(look, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, []);
}

/** Categories of a shelf, in the language of the page. */
export function useLibraryCategories(shelf: LibraryShelf): readonly { uuid: string; name: string }[] {
  const { data: models } = useGet('listModelLibraryCategories', shelf === 'models' ? {} : null);
  const isMaterial = shelf === 'materials' || shelf === 'textures';
  const { data: materials } = useGet('listMaterialLibraryCategories', isMaterial ? {} : null);
  return (shelf === 'models' ? models : materials)?.member ?? [];
}
