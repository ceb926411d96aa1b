import type { LiveRow } from '@diorama/shared/server/delivery/live-stream.queries.ts';
import { expect, it } from 'vitest';
import { createEventTexts } from './live-event.ts';

const CHANGE: LiveRow = {
  seq: 7,
  topic: 'account',
  resource_id: 'a',
  type: 'updated',
  account_id: 'a',
  user_id: null,
};
const VIEWER = { userId: 'u', language: 'en' } as const;

const dataOf = (text: string | undefined) => JSON.parse(/^data: (.*)$/m.exec(text ?? '')?.[1] ?? '');

it('an event carries the state of its resource', async () => {
  const event = createEventTexts(CHANGE, async () => ({ iri: '/api/accounts/a', state: { name: 'A' } }));
  const text = (await event(VIEWER))?.(7);
  expect(text).toMatch(/^id: 7\nevent: account\n/);
  expect(dataOf(text)).toEqual({ '@id': '/api/accounts/a', type: 'updated', state: { name: 'A' } });
});

it('an event omits an oversized state', async () => {
  const state = { members: Array.from({ length: 5_000 }, () => `/api/members/${'0'.repeat(36)}`) };
  const event = createEventTexts(CHANGE, async () => ({ iri: '/api/accounts/a', state }));
  expect(dataOf((await event(VIEWER))?.(7)).state).toBeNull();
});

it('a state that viewers share is serialized once', async () => {
  let serialised = 0;
  const state = {
    toJSON: () => {
      serialised += 1;
      return {};
    },
  };
  const event = createEventTexts(CHANGE, async () => ({ iri: '/api/accounts/a', state }));
  await Promise.all([event(VIEWER), event({ ...VIEWER, userId: 'v' })]);
  expect(serialised).toBe(1);
});
