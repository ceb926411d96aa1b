import { type RouteName, routes } from '@diorama/shared/contract/index.ts';
import { beforeAll, expect, it } from 'vitest';
import { useHarness } from '../harness.ts';
import { send } from './ask.ts';
import { REQUESTS } from './requests.ts';
import { createWorld, OPERATOR_EMAIL, type World } from './world.ts';

/** Streams, which have no end to wait for. */
const SKIPPED = /^(openLive|watchScene)$/;

const harness = useHarness({ OPERATOR_EMAILS: OPERATOR_EMAIL });
let world: World;
beforeAll(async () => {
  world = await createWorld(harness.deps);
});

/** Every `@id` of an answer, at any depth. */
function irisIn(value: unknown): string[] {
  if (typeof value !== 'object' || value === null) {
    return [];
  }
  const own = '@id' in value && typeof value['@id'] === 'string' ? [value['@id']] : [];
  return [...own, ...Object.values(value).flatMap(irisIn)];
}

it('every @id in a response can be read by its recipient', async () => {
  const token = await world.token('owner');
  const named = new Map<string, RouteName>();
  for (const name of Object.keys(routes) as RouteName[]) {
    if (routes[name].method === 'GET' && !SKIPPED.test(name)) {
      const { status, text } = await send(harness, name, REQUESTS[name](world.own('owner')), token);
      const iris = status === 200 && text.startsWith('{') ? irisIn(JSON.parse(text)) : [];
      for (const iri of iris) {
        named.set(iri, name);
      }
    }
  }
  expect(named.size).toBeGreaterThan(30);
  const unread: string[] = [];
  for (const [iri, name] of named) {
    const { status } = await harness.call('GET', iri, token === undefined ? {} : { token });
    if (status !== 200) {
      unread.push(`${iri} of ${name}: ${status}`);
    }
  }
  expect(unread).toEqual([]);
});
