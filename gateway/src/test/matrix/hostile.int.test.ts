// @module-tag full
import { type RouteName, routes } from '@diorama/shared/contract/index.ts';
import { beforeAll, describe, expect, it } from 'vitest';
import { useHarness } from '../harness.ts';
import { send } from './ask.ts';
import { type Ask, REQUESTS } from './requests.ts';
import { createWorld, type World } from './world.ts';

/** Text that has broken other systems: in headers, the database, JSON, or the display. */
const HOSTILE: readonly string[] = [
  '\u0000',
  'a\r\nBcc: victim@people.test',
  '\ud800',
  '\u202Egnp.exe',
  '👩‍👩‍👧‍👦'.repeat(100),
  'Z͑ͫ̓ͪ̂ͫ̽͏̴̙̤̞͉͚̯̞̠͍A̴̵̜̰͔ͫ͗͢'.repeat(50),
  'x'.repeat(100_000),
  "'; drop table users; --",
  '{{7*7}}#{7*7}<script>alert(1)</script>',
  '__proto__',
  '../../../../etc/passwd',
  '-1',
  '1e999',
  'null',
];

/** Yields the request once for each of its texts, with that text replaced. */
function* spoil(ask: Ask, text: string): Generator<Ask> {
  for (const part of ['params', 'query'] as const) {
    for (const key of Object.keys(ask[part] ?? {})) {
      yield { ...ask, [part]: { ...ask[part], [key]: text } };
    }
  }
  if (ask.body instanceof FormData || typeof ask.body !== 'object' || ask.body === null) {
    return;
  }
  for (const [key, value] of Object.entries(ask.body)) {
    yield { ...ask, body: { ...ask.body, [key]: Array.isArray(value) ? [text] : text } };
  }
  yield { ...ask, body: { ...ask.body, [text]: text } };
}

describe('hostile text', () => {
  const harness = useHarness();
  let world: World;
  beforeAll(async () => {
    world = await createWorld(harness.deps);
  });

  for (const name of Object.keys(routes) as RouteName[]) {
    it(`causes no server error: ${routes[name].method} ${routes[name].path}`, async () => {
      const failed: string[] = [];
      for (const text of HOSTILE) {
        for (const ask of spoil(REQUESTS[name](world.own('owner')), text)) {
          const { status } = await send(harness, name, ask, await world.token('owner'));
          if (status >= 500) {
            failed.push(
              `${status} for ${JSON.stringify(text).slice(0, 60)} in ${JSON.stringify(ask).slice(0, 200)}`,
            );
          }
        }
      }
      expect(failed).toEqual([]);
    });
  }
});
