import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { createLogger } from '@diorama/shared/server/runtime/logger.ts';
import { afterEach, expect, it, vi } from 'vitest';
import type { Deps } from '../deps.ts';
import { findSharedScene, type SharedScene } from '../modules/public/shared-scene.ts';
import type { AccessChange } from './access-changes.ts';
import { WatchedLinks } from './watched-links.ts';

vi.mock('../modules/public/shared-scene.ts', () => ({ findSharedScene: vi.fn() }));
vi.mock('@diorama/shared/server/scenes/public-scenes.queries.ts', () => ({
  listOverdueLinks: async () => [],
}));

afterEach(() => vi.resetAllMocks());

const streams: ServerResponse[] = [];
afterEach(() => streams.splice(0).forEach((stream) => void stream.destroy()));

it('a scene is read once for all changes during a read, and only for changes that concern it', async () => {
  const scene = (id: string, accountId: string) =>
    ({ id, account_id: accountId, isBlocked: false, keyVersion: 1, output_id: 'one' }) as SharedScene;
  const scenes = [scene('a', 'mine'), scene('b', 'mine'), scene('c', 'theirs')];
  vi.mocked(findSharedScene).mockImplementation(
    async (_db, id) => scenes.find((one) => one.id === id) ?? null,
  );
  let change: (change: AccessChange) => void = () => undefined;
  const access = {
    subscribe: (listener: (change: AccessChange) => void) => {
      change = listener;
      return () => undefined;
    },
  };
  const links = new WatchedLinks(
    { db: {}, logger: createLogger('test'), access } as unknown as Pick<Deps, 'db' | 'logger' | 'access'>,
    { subscribe: () => () => undefined },
  );
  const watched = scenes.map((one) => {
    const response = new ServerResponse(new IncomingMessage(new Socket()));
    streams.push(response);
    return links.watch(one, response);
  });
  const reads = () => vi.mocked(findSharedScene).mock.calls.map(([, id]) => id);
  await vi.waitUntil(() => reads().length === 3);
  for (let count = 0; count < 1_000; count += 1) {
    change({ kind: 'account', ids: new Set(['mine']) });
  }
  await vi.waitUntil(() => reads().length >= 5);
  await links.close();
  expect(reads().slice(3).toSorted()).toEqual(['a', 'b']);
  for (const stream of streams.splice(0)) {
    stream.destroy();
  }
  await Promise.all(watched);
});

it('a slow read does not report an old state of a link after a newer one', async () => {
  const open = { id: 'scene', isBlocked: false, keyVersion: 1, output_id: 'one' } as SharedScene;
  const slow = Promise.withResolvers<SharedScene | null>();
  // The first read is for the new visitor, the slow one for the change, and the fast one for the closed link.
  vi.mocked(findSharedScene)
    .mockResolvedValueOnce(open)
    .mockReturnValueOnce(slow.promise)
    .mockResolvedValue(null);
  const listeners: ((change: AccessChange) => void)[] = [];
  const access = {
    subscribe: (listener: (change: AccessChange) => void) => {
      listeners.push(listener);
      return () => undefined;
    },
  };
  const links = new WatchedLinks(
    { db: {}, logger: createLogger('test'), access } as unknown as Pick<Deps, 'db' | 'logger' | 'access'>,
    { subscribe: () => () => undefined },
  );
  const response = new ServerResponse(new IncomingMessage(new Socket()));
  const said: string[] = [];
  vi.spyOn(response, 'write').mockImplementation((text) => said.push(String(text)) > 0);
  const watched = links.watch(open, response);
  await vi.waitUntil(() => vi.mocked(findSharedScene).mock.calls.length === 1);

  const change: AccessChange = { kind: 'scene', ids: new Set(['scene']) };
  const [listener] = listeners;
  listener?.(change);
  await vi.waitUntil(() => vi.mocked(findSharedScene).mock.calls.length >= 2);
  listener?.(change);
  slow.resolve(open);
  await vi.waitUntil(() => said.some((text) => text.startsWith('event: changed')));
  await links.close();
  expect(vi.mocked(findSharedScene)).toHaveBeenCalledTimes(3);
  expect(said.filter((text) => text.startsWith('event:'))).toHaveLength(1);
  response.destroy();
  await watched;
});
