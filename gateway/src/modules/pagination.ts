import { existing } from '@diorama/shared/contract/errors.ts';
import type { Collection, ListQuery } from '@diorama/shared/contract/hydra.ts';
import { MAX_UNPAGED } from '@diorama/shared/contract/paging.ts';

/** Limit and offset of a list query. */
export function pageOf(query: ListQuery): { limit: number; offset: number } {
  return query.pagination
    ? { limit: query.itemsPerPage, offset: (query.page - 1) * query.itemsPerPage }
    : { limit: MAX_UNPAGED, offset: 0 };
}

/** A page of resources; `view.next` is missing on the last one. */
export function serializePage<Item extends { '@id': string; '@type': string; uuid: string }>(
  path: string,
  query: ListQuery & Record<string, unknown>,
  page: { items: Item[]; total: number },
): Collection<Item> {
  const { limit, offset } = pageOf(query);
  const hasNext = query.pagination && offset + limit < page.total;
  const fields = query['properties[]'];
  return {
    '@id': path,
    '@type': 'Collection',
    member: fields ? page.items.map((item) => pick(item, fields)) : page.items,
    totalItems: page.total,
    ...(hasNext ? { view: { next: nextAddress(path, query) } } : {}),
  };
}

/** A list without pages. */
export function serializeAll<Item>(path: string, items: Item[]): Collection<Item> {
  return { '@id': path, '@type': 'Collection', member: items, totalItems: items.length };
}

function nextAddress(path: string, query: ListQuery & Record<string, unknown>): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries({ ...query, page: query.page + 1 })) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && key !== 'pagination') {
        search.append(key, String(item));
      }
    }
  }
  return `${path}?${search}`;
}

/** Identity is always included; unknown names are ignored. */
function pick<Item extends object>(item: Item, fields: readonly string[]): Item {
  const wanted = new Set(['@id', '@type', 'uuid', ...fields]);
  // List schemas declare every key optional because of partial fields.
  return Object.fromEntries(Object.entries(item).filter(([key]) => wanted.has(key))) as Item;
}

/** The member of a list with a uuid. @throws CodedError `request.not-found` without one */
export function memberOf<Item extends { uuid: string }>(members: readonly Item[], uuid: string): Item {
  const member = existing(members.find((candidate) => candidate.uuid === uuid));
  return member;
}
