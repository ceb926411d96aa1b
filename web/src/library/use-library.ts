import type { ResultOf } from '@diorama/shared/contract/index.ts';
import type { LibraryShelf } from '@diorama/shared/domain/library.ts';
import { useEffect, useEffectEvent } from 'react';
import { type PagedList, useGet, useList } from '../api/hooks.ts';
import { useWorkspace } from '../hooks/use-account.ts';

/** A thing of the library as lists hold it. */
export type LibraryThing = ResultOf<'listLibrary'>['member'][number];

/** What of the library is looked for. */
export type LibraryQuery = {
  shelf: LibraryShelf;
  /** Of a workspace's own, and not what is for everybody. */
  isMine: boolean;
  /** The iri or uuid of that workspace; the one that is shown where none is named. */
  account?: string;
  /** The uuid of a category. */
  category: string | null;
  words: string;
};

/** How often things whose picture or file is still being made are looked at again, in milliseconds. */
const LOOK_AGAIN_MS = 2_500;

/** The things that are looked for; those that are still being made are looked at until they are done. */
export function useLibrary({
  shelf,
  isMine,
  account,
  category,
  words,
}: LibraryQuery): PagedList<LibraryThing> {
  const workspace = useWorkspace();
  const list = useList('listLibrary', {
    params: { shelf },
    query: {
      ...(isMine && { mine: 'true' as const, 'account.uuid': account ?? workspace?.uuid }),
      ...(category !== null && { category }),
      ...(words !== '' && { q: words }),
    },
  });
  // A product that has just begun is still making what it brings along.
  const isFilling = !isMine && category === null && words === '' && list.members?.length === 0;
  useLookAgain(list, isFilling || (list.members?.some((thing) => thing.thumbnailUrl === null) ?? false));
  return list;
}

/** Reads a list anew every so often, as long as something of it is still being made: no live message tells of them. */
export function useLookAgain(list: PagedList<LibraryThing>, hasPending: boolean): void {
  const reload = useEffectEvent(() => list.reload());
  useEffect(() => {
    if (!hasPending) {
      return;
    }
    const timer = setInterval(reload, LOOK_AGAIN_MS);
    return () => clearInterval(timer);
  }, [hasPending]);
}

/** The categories that the things of a shelf can have, in the language of the page. */
export function useLibraryCategories(shelf: LibraryShelf): readonly { uuid: string; name: string }[] {
  const { data: models } = useGet('listModelLibraryCategories', shelf === 'models' ? {} : null);
  const isMaterial = shelf === 'materials' || shelf === 'textures';
  const { data: materials } = useGet('listMaterialLibraryCategories', isMaterial ? {} : null);
  return (shelf === 'models' ? models : materials)?.member ?? [];
}
