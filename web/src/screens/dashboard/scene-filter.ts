import { isUuid } from '@diorama/shared/domain/uuid.ts';
import type { CallInput } from '../../api/send.ts';

type Query = NonNullable<CallInput<'listCompositions'>['query']>;

/** The orders that are offered, as they stand in the address; the first is the usual one. */
export const SORTS = ['changed', 'newest', 'oldest', 'name', 'name-desc'] as const;
export type Sort = (typeof SORTS)[number];

const ORDERS: Record<Sort, Query> = {
  changed: { 'order[updatedAt]': 'desc' },
  newest: { 'order[createdAt]': 'desc' },
  oldest: { 'order[createdAt]': 'asc' },
  name: { 'order[name]': 'asc' },
  'name-desc': { 'order[name]': 'desc' },
};

/** What a list is narrowed by, all of it in the address, so that reload and back keep it. */
export type SceneFilter = {
  text: string;
  tags: readonly string[];
  /** A category's uuid. */
  category: string | null;
  sort: Sort;
};

/** Reads the filter of an address. */
export function readFilter(search: URLSearchParams): SceneFilter {
  const sort = search.get('sort');
  return {
    text: search.get('q') ?? '',
    tags: search.getAll('tag'),
    category: search.get('category'),
    sort: SORTS.find((known) => known === sort) ?? SORTS[0],
  };
}

/** Writes a filter as an address; what is usual is left out. */
export function writeFilter(filter: SceneFilter): URLSearchParams {
  const search = new URLSearchParams();
  if (filter.text !== '') {
    search.set('q', filter.text);
  }
  for (const tag of filter.tags) {
    search.append('tag', tag);
  }
  if (filter.category !== null) {
    search.set('category', filter.category);
  }
  if (filter.sort !== SORTS[0]) {
    search.set('sort', filter.sort);
  }
  return search;
}

/** What a list asks the server for, by the filter alone. `text` is the search once typing has paused. */
export function queryOf(filter: SceneFilter, text: string): Query {
  return {
    ...(text !== '' && { name: text }),
    ...(filter.tags.length > 0 && { 'tags[]': [...filter.tags] }),
    ...(filter.category !== null && isUuid(filter.category) && { category: filter.category }),
    ...(filter.sort !== SORTS[0] && ORDERS[filter.sort]),
  };
}

/** Whether anything but the order is asked for. */
export function isNarrowed(filter: SceneFilter): boolean {
  return filter.text.trim() !== '' || filter.tags.length > 0 || filter.category !== null;
}

/** An address may say anything. */
