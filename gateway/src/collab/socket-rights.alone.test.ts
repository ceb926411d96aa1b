import { listOverdueLinks } from '@diorama/shared/server/scenes/public-scenes.queries.ts';
import type { Hocuspocus } from '@hocuspocus/server';
import { beforeEach, expect, it, vi } from 'vitest';
import type { Deps } from '../deps.ts';
import { findSharedScene } from '../modules/public/shared-scene.ts';
import { watchRights } from './socket-rights.ts';

vi.mock('../modules/public/shared-scene.ts', () => ({ findSharedScene: vi.fn() }));
vi.mock('@diorama/shared/server/scenes/public-scenes.queries.ts', () => ({ listOverdueLinks: vi.fn() }));
const find = vi.mocked(findSharedScene);
const listOverdue = vi.mocked(listOverdueLinks);

const SCENES = ['00000000-0000-4000-8000-00000000000a', '00000000-0000-4000-8000-00000000000b'];
const LINKS_MS = 1_000;

/** Visitors of two scenes by one link each, and one with a revoked link. */
function arrange() {
  const closed: string[] = [];
  const documents = new Map<string, object>();
  for (const [scene, keyVersions] of [
    [7, 7, 6],
    [7, 7],
  ].entries()) {
    const name = `composition.${SCENES[scene]}`;
    const document = { name, hasConnection: () => true };
    const connections = keyVersions.map((keyVersion) => ({
      document,
      readOnly: true,
      context: { userId: null, keyVersion },
      webSocket: { close: () => closed.push(`${scene} ${keyVersion}`) },
    }));
    documents.set(name, { getConnections: () => connections });
  }
  const deps = {
    access: { subscribe: () => () => undefined },
    logger: { warn: () => undefined },
    readOnly: { isOn: false },
  };
  // Only these members are used for visitors.
  const rights = watchRights(deps as unknown as Deps, { documents } as unknown as Hocuspocus);
  return { closed, rights };
}

beforeEach(() => {
  vi.useFakeTimers();
  find.mockReset();
  listOverdue.mockReset();
  return () => vi.useRealTimers();
});

it('visitors with the same link are checked once when the link may have expired', async () => {
  listOverdue.mockResolvedValue([SCENES[0] ?? '']);
  const scene = { sharing: { live: true }, isBlocked: false, keyVersion: 7 };
  find.mockResolvedValue(scene as Awaited<ReturnType<typeof findSharedScene>>);
  const { closed, rights } = arrange();
  await vi.advanceTimersByTimeAsync(0);
  expect(listOverdue).toHaveBeenCalledExactlyOnceWith(undefined, SCENES);
  expect(find).toHaveBeenCalledTimes(2);
  expect(closed).toEqual(['0 6']);
  await rights.close();
});

it('links are not checked again while a check is pending', async () => {
  const answer = Promise.withResolvers<null>();
  listOverdue.mockResolvedValue(SCENES);
  find.mockReturnValue(answer.promise);
  const { closed, rights } = arrange();
  await vi.advanceTimersByTimeAsync(3 * LINKS_MS);
  expect(find).toHaveBeenCalledTimes(3);
  answer.resolve(null);
  await vi.advanceTimersByTimeAsync(LINKS_MS);
  expect(closed.length).toBeGreaterThanOrEqual(5);
  expect(find).toHaveBeenCalledTimes(6);
  await rights.close();
});
