import { expect, it } from 'vitest';
import type { LiveMessage } from '../../api/live.ts';
import { NO_KNOWN_THREADS, updateKnownThreads } from './known-threads.ts';

const SCENE = '/api/compositions/hall';
const said = (id: string, { parent = null as string | null, composition = SCENE } = {}) =>
  ({
    topic: 'comment',
    event: { '@id': id, type: 'updated', state: { '@id': id, parent, composition } },
  }) as LiveMessage;
const gone = (
  topic: 'comment' | 'composition' | 'project' | 'account' | 'asset',
  id: string,
): LiveMessage => ({ topic, event: { '@id': id, type: 'deleted', state: null } });
const heard = (...messages: LiveMessage[]) =>
  [...messages.reduce(updateKnownThreads, NO_KNOWN_THREADS).keys()].join();

it('a thread is known after an event about it or an answer in it', () => {
  expect(heard(said('a'), said('an answer', { parent: 'b' }))).toBe('a,b');
});

it('a deleted thread is forgotten, a thread with a deleted answer is not', () => {
  expect(heard(said('a'), said('b'), gone('comment', 'a'))).toBe('b');
  expect(heard(said('an answer', { parent: 'a' }), gone('comment', 'an answer'))).toBe('a');
});

it('the threads of a scene are forgotten when the user loses access to it', () => {
  const other = said('b', { composition: '/api/compositions/yard' });
  expect(heard(said('a'), other, gone('composition', SCENE))).toBe('b');
  expect(heard(said('a'), other, gone('asset', SCENE))).toBe('a,b');
});

it.each([
  ['a project', gone('project', '/api/projects/houses')],
  ['a workspace', gone('account', '/api/accounts/studio')],
  ['the event history', { topic: 'reset', event: null } satisfies LiveMessage],
])('all threads are forgotten after %s is gone, until their next event', (_, message) => {
  expect(heard(said('a'), message)).toBe('');
  expect(heard(said('a'), message, said('a'))).toBe('a');
});
