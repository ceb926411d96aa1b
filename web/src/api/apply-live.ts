import type { LiveMessage } from './live.ts';

/** Result of a change on cached data: the new data, and whether it must be requested again. */
type Applied<Data> = { data: Data | undefined; isStale: boolean };

type Resource = { '@id': string; [key: string]: unknown };
type Page = Resource & { member: Resource[]; totalItems: number };

/** Applies one live message to a cached resource or page; unrelated data returns as the same object. */
export function applyLive<Data>(data: Data | undefined, message: LiveMessage): Applied<Data> {
  if (message.topic === 'reset') {
    return { data, isStale: true };
  }
  if (!isResource(data)) {
    return { data, isStale: false };
  }
  const { '@id': id, type, state } = message.event;
  if (data['@id'] === id) {
    return type === 'deleted'
      ? { data, isStale: true }
      : { data: merge(data, state) as Data, isStale: state === null };
  }
  return isPage(data) ? (applyToPage(data, message.event) as Applied<Data>) : { data, isStale: false };
}

function applyToPage(
  page: Page,
  { '@id': id, type, state }: { '@id': string; type: string; state: unknown },
): Applied<Page> {
  const isHeld = page.member.some((member) => member['@id'] === id);
  if (!isHeld) {
    const isOfThisList = id.startsWith(`${page['@id'].split('?')[0]}/`);
    return { data: page, isStale: isOfThisList && type !== 'deleted' };
  }
  if (type === 'deleted') {
    const member = page.member.filter((item) => item['@id'] !== id);
    return { data: { ...page, member, totalItems: page.totalItems - 1 }, isStale: false };
  }
  const member = page.member.map((item) => (item['@id'] === id ? merge(item, state) : item));
  return state === null ? { data: page, isStale: true } : { data: { ...page, member }, isStale: false };
}

/** A list item has fewer keys than the full resource; extra ones do no harm. */
function merge(before: Resource, state: unknown): Resource {
  return isResource(state) ? { ...before, ...state } : before;
}

function isResource(value: unknown): value is Resource {
  return typeof value === 'object' && value !== null && '@id' in value;
}

function isPage(value: Resource): value is Page {
  return Array.isArray(value.member);
}
