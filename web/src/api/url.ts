import type { RouteName } from '@diorama/shared/contract/index.ts';
import type { Subject } from '@diorama/shared/domain/roles.ts';
import { ROUTE_TABLE } from './route-table.ts';

/** The parts of a call that go into its address. */
type UrlInput = {
  params?: Readonly<Record<string, unknown>> | undefined;
  query?: Readonly<Record<string, unknown>> | undefined;
};

/** Address of a route with its parameters filled in; query keys with `undefined` and `null` are left out. */
export function urlOf(name: RouteName, input: UrlInput = {}): string {
  const path = ROUTE_TABLE[name].path.replace(/\{(\w+)\}/g, (_, key: string) => {
    const value = input.params?.[key];
    if (value === undefined || value === null || value === '') {
      throw new Error(`${name} needs the parameter ${key}`);
    }
    return encodeURIComponent(idOf(String(value)));
  });
  const query = queryOf(input.query ?? {});
  return query === '' ? path : `${path}?${query}`;
}

/** Iri of a subject that can be shared. */
export function iriOf(subject: Subject, uuid: string): string {
  return `/api/${subject}/${uuid}`;
}

/** Uuid of an iri; a bare uuid is returned unchanged. */
export function idOf(reference: string): string {
  return reference.slice(reference.lastIndexOf('/') + 1);
}

function queryOf(query: Readonly<Record<string, unknown>>): string {
  const search = new URLSearchParams();
  for (const [key, value] of Object.entries(query)) {
    for (const item of Array.isArray(value) ? value : [value]) {
      if (item !== undefined && item !== null) {
        search.append(key, String(item));
      }
    }
  }
  return search.toString();
}
