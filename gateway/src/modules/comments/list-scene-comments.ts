import type { InputOf, OutputOf } from '@diorama/shared/contract/index.ts';
import {
  findThread,
  listComments,
  listWholeThreads,
} from '@diorama/shared/server/comments/comments.queries.ts';
import type { Deps } from '../../deps.ts';
import type { Urls } from '../../web/urls.ts';
import { loadComposition } from '../compositions/facts.ts';
import { pageOf, serializeAll, serializePage } from '../pagination.ts';
import { serializeComment } from './serializer.ts';

/** One thread of a scene, or a page of its comments or of its whole threads. */
export async function listSceneComments(
  { db, urls }: Pick<Deps, 'db'> & { urls: Urls },
  { sceneId, userId }: { sceneId: string; userId: string },
  query: InputOf<'listComments'>['query'],
): Promise<OutputOf<'listComments'>> {
  const scene = await loadComposition(db, 'read', { id: sceneId, userId });
  const of = { userId, compositionId: scene.id };
  const path = `/api/compositions/${scene.id}/comments`;
  if (query.thread !== undefined) {
    const thread = await findThread(db, { ...of, commentId: query.thread });
    return serializeAll(
      path,
      thread.map((row) => serializeComment(urls, row)),
    );
  }
  const { rows, total } =
    query['order[activeAt]'] === undefined
      ? await listComments(db, { ...of, state: query.state ?? null, ...pageOf(query) })
      : await listWholeThreads(db, { ...of, ...pageOf(query) });
  return serializePage(path, query, { items: rows.map((row) => serializeComment(urls, row)), total });
}
