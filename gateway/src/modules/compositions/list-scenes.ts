import type { InputOf, ResultOf } from '@diorama/shared/contract/index.ts';
import { type ListOrder, listCompositions } from '@diorama/shared/server/scenes/composition-list.queries.ts';
import { listAccountsOf } from '@diorama/shared/server/workspaces/accounts.queries.ts';
import { pageOf, serializePage } from '../pagination.ts';
import { serializeCompositionItem } from './serializer.ts';
import { findPeople, type SceneDeps } from './service.ts';

type Query = InputOf<'listCompositions'>['query'];

/** A page of the scenes of a workspace, of a project, or of those that others share with the user. */
export async function listScenes(
  deps: SceneDeps,
  query: Query,
  userId: string,
): Promise<ResultOf<'listCompositions'>> {
  const { db, urls } = deps;
  const accountId = query['account.uuid'] ?? null;
  const projectId = query['project.uuid'] ?? null;
  const isShared = query.sharedWithMeOnly === true;
  const [own] = accountId || projectId || isShared ? [] : await listAccountsOf(db, userId);
  const { rows, total } = await listCompositions(db, {
    userId,
    accountId: accountId ?? own?.id ?? null,
    projectId,
    name: query.name?.trim() || null,
    tags: query['tags[]'] ?? [],
    categoryId: query.category ?? null,
    status: query.status ?? null,
    order: orderOf(query),
    sharedOnly: isShared,
    trashed: query.trashed === true,
    ...pageOf(query),
  });
  const people = await findPeople(
    deps,
    rows.map((row) => row.id),
  );
  const items = rows.map((row) =>
    serializeCompositionItem(urls, row, { userId, people: people.get(row.id) ?? [] }),
  );
  return serializePage('/api/compositions', query, { items, total });
}

/** The requested order of a list. The trash is sorted by deletion, newest first. */
function orderOf(query: Query): ListOrder {
  for (const by of ['name', 'createdAt', 'updatedAt'] as const) {
    const direction = query[`order[${by}]`];
    if (direction) {
      return { by, direction };
    }
  }
  return { by: query.trashed === true ? 'deletedAt' : 'updatedAt', direction: 'desc' };
}
