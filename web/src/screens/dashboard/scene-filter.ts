import { isUuid } from '@diorama/shared/domain/uuid.ts';
import type { CallInput } from '../../api/send.ts';

type Query = NonNullable<CallInput<'listCompositions'>['query']>;

/** Available sort orders, as in the address; the first is the default. */
export const SORTS = ['changed', 'newest', 'oldest', 'name', 'name-desc'] as const;
type Sort = (typeof SORTS)[number];

const ORDERS: Record<Sort, Query> = {
  changed: { 'order[updatedAt]': 'desc' },
  newest: { 'order[createdAt]': 'desc' },
  oldest: { 'order[createdAt]': 'asc' },
  name: { 'order[name]': 'asc' },
  'name-desc': { 'order[name]': 'desc' },
};

/** Filters of a list, all of them in the address, so that reload and back keep them. */
export type SceneFilter = {
  text: string;
  tags: readonly string[];
  /** Uuid of a category. */
  category: string | null;
  sort: Sort;
};

export function readFilter(search: URLSearchParams): SceneFilter {
  const sort = search.get('sort');
  return {
    text: search.get('q') ?? '',
    tags: search.getAll('tag'),
    category: search.get('category'),
    sort: SORTS.find((known) => known === sort) ?? SORTS[0],
  };
}

/** Writes a filter to an address, without default values. */
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

/** Query of a list's filter. `text` is the debounced search. */
export function queryOf(filter: SceneFilter, text: string): Query {
  return {
    ...(text !== '' && { name: text }),
    ...(filter.tags.length > 0 && { 'tags[]': [...filter.tags] }),
    ...(filter.category !== null && isUuid(filter.category) && { category: filter.category }),
    ...(filter.sort !== SORTS[0] && ORDERS[filter.sort]),
  };
}

/** Whether a filter besides the sort order is active. */
export function isNarrowed(filter: SceneFilter): boolean {
  return filter.text.trim() !== '' || filter.tags.length > 0 || filter.category !== null;
}

/** Addresses may contain any text. */
