import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { createLogger } from '@diorama/shared/server/logger.ts';
import { afterEach, expect, it, vi } from 'vitest';
import type { Deps } from '../deps.ts';
import { findSharedScene, type SharedScene } from '../modules/public/shared-scene.ts';
import type { AccessChange } from './access-changes.ts';
import { createWatchedLinks } from './watched-links.ts';

vi.mock('../modules/public/shared-scene.ts', () => ({ findSharedScene: vi.fn() }));
vi.mock('@diorama/shared/server/db/read-models/public-scenes.ts', () => ({
  listOverdueLinks: async () => [],
}));

afterEach(() => vi.resetAllMocks());

it('never tells of a link as it was before after it was told of as it is now', async () => {
  const open = { id: 'scene', isBlocked: false, keyVersion: 1, output_id: 'one' } as SharedScene;
  const slow = Promise.withResolvers<SharedScene | null>();
  // Asked as the visitor comes, slowly as something changes, and at once when the link is closed.
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
  const links = createWatchedLinks(
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
  listener?.(change);
  await vi.waitUntil(() => vi.mocked(findSharedScene).mock.calls.length >= 2);
  slow.resolve(open);
  await vi.waitUntil(() => said.some((text) => text.startsWith('event: changed')));
  await links.close();
  expect(vi.mocked(findSharedScene)).toHaveBeenCalledTimes(3);
  expect(said.filter((text) => text.startsWith('event:'))).toHaveLength(1);
  response.destroy();
  await watched;
});
