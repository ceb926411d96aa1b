import {
  type LibraryFilter,
  type LibraryRow,
  listUsedItems,
  listWorkspaceLibrary,
} from '@diorama/shared/server/assets/library-items.queries.ts';
import type { PageOf } from '@diorama/shared/server/db/read-query.ts';
import type { Deps } from '../../deps.ts';
import { authorizeCompositions, loadComposition } from '../compositions/facts.ts';

/**
 * A page of the items of a scene's workspace that the scene uses, for its editors.
 * @throws CodedError according to the policy of scenes.
 */
export async function listLibraryOfScene(
  { db, documents }: Deps,
  filter: LibraryFilter,
  scene: string,
): Promise<PageOf<LibraryRow>> {
  const { account_id } = await loadComposition(db, 'edit', { id: scene, userId: filter.userId });
  await documents.settle(scene);
  const used = await listUsedItems(db, scene);
  const ids = filter.ids === null ? used : used.filter((id) => filter.ids?.includes(id));
  return listWorkspaceLibrary(db, { ...filter, ids }, account_id);
}

/** Whether a user may edit a scene that uses an item of its workspace's library. */
export async function usesItem(
  { db, documents }: Deps,
  { item, scene, userId }: { item: string; scene: string; userId: string },
): Promise<boolean> {
  const { allowed } = await authorizeCompositions(db, 'edit', { ids: [scene], userId });
  const [row] = allowed;
  if (!row) {
    return false;
  }
  await documents.settle(scene);
  const ids = (await listUsedItems(db, scene)).filter((id) => id === item);
  const filter = { userId, kind: 'component', ids, limit: 1, offset: 0 } as const;
  return (await listWorkspaceLibrary(db, filter, row.account_id)).rows.length > 0;
}
