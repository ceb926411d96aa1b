import type { RouteDefinition } from '@diorama/shared/contract/define.ts';
import { type RouteName, routes } from '@diorama/shared/contract/index.ts';
import type { Harness } from '../harness.ts';
import { type Ask, REQUESTS } from './requests.ts';
import type { Place } from './world.ts';

/** Parts of a response that must be equal for hidden and missing resources. */
export type ComparableAnswer = { status: number; text: string };

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;
const TIME = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;
const TABLE: Record<string, RouteDefinition> = routes;

/** Calls a route for a place. Varying values such as new ids and times are replaced by constants. */
export async function ask(
  harness: Harness,
  name: RouteName,
  place: Place,
  token: string | undefined,
): Promise<ComparableAnswer> {
  const { status, text } = await send(harness, name, REQUESTS[name](place), token);
  return { status, text: text.replace(UUID, '<uuid>').replace(TIME, '<time>') };
}

/** Calls a route. */
export async function send(
  harness: Harness,
  name: RouteName,
  { params = {}, query = {}, body, headers = {} }: Ask,
  token: string | undefined,
): Promise<ComparableAnswer> {
  const route = TABLE[name];
  if (!route) {
    throw new Error(`There is no route ${name}`);
  }
  const path = route.path.replace(/\{(\w+)\}/g, (_, key: string) =>
    encodeURIComponent((params[key] ?? '').toWellFormed()),
  );
  const search = new URLSearchParams(query).size > 0 ? `?${new URLSearchParams(query)}` : '';
  const init = { token, headers, ...(body === undefined ? {} : { body }) };
  // A stream has no end to wait for.
  return name === 'openLive'
    ? begin(harness.url + path + search, token)
    : harness.call(route.method, path + search, init);
}

async function begin(url: string, token: string | undefined): Promise<ComparableAnswer> {
  const headers = new Headers(token === undefined ? {} : { authorization: `Bearer ${token}` });
  const response = await fetch(url, { headers });
  await response.body?.cancel();
  return { status: response.status, text: '' };
}
