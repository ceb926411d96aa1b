import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { addNode, removeNodes, updateNode } from '@diorama/shared/scene/ops.ts';
import { applyUpdates, readDocument, sceneRoots } from '@diorama/shared/scene/ydoc.ts';
import { loadScene } from '@diorama/shared/server/db/scene-log.ts';
import { hasRedis, startTestRedis, type TestRedis } from '@diorama/stack/test/redis.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as Y from 'yjs';
import { type Harness, type Person, startHarness } from '../../test/harness.ts';
import { joinScene, type TestClient } from '../test-client.ts';
import { bundleFixture } from './bundle.ts';
import { type ForkedGateway, forkGateway } from './fork-gateway.ts';

const KILLS = 100;
/** Gateways that are started ahead, so that nobody waits for one. */
const SPARES = 2;
/** A kill comes up to so many milliseconds after the edit: before, in and after its commit. */
const WITHIN_MS = 30;

const SETTINGS = [
  { name: 'one gateway that comes back', gateways: 1 },
  { name: 'two gateways over Redis', gateways: 2 },
].filter(({ gateways }) => hasRedis || gateways === 1);
if (!hasRedis) {
  process.stderr.write('SKIPPED: killing gateways over Redis, as redis-server is not on the PATH\n');
}

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'diorama-kill-'));
  file = await bundleFixture(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.each(SETTINGS)('what was said to be stored, with $name', ({ gateways }) => {
  let harness: Harness;
  let owner: Person;
  let redis: TestRedis | null = null;
  const spares: Promise<ForkedGateway>[] = [];

  beforeAll(async () => {
    harness = await startHarness();
    redis = gateways === 2 ? await startTestRedis() : null;
    owner = await harness.signUp('owner');
    await harness.db('accounts').where({ id: owner.accountId }).update({ plan: 'enterprise' });
  });
  afterAll(async () => {
    for (const spare of spares) {
      await (await spare).end('SIGKILL');
    }
    await harness.close();
    await redis?.stop();
  });

  const start = () =>
    forkGateway(file, {
      NODE_COMPILE_CACHE: join(folder, 'compiled'),
      DATABASE_URL: harness.deps.env.databaseUrl,
      REDIS_URL: redis?.url ?? '',
      SECRET_KEY: harness.deps.env.secretKeys.join(','),
    });
  const takeSpare = (): Promise<ForkedGateway> => {
    while (spares.length <= SPARES) {
      spares.push(start());
    }
    return spares.shift() ?? start();
  };
  const until = (check: () => unknown) => vi.waitUntil(check, { timeout: 60_000, interval: 2 });
  const stored = async (id: string): Promise<Y.Doc> => {
    const ydoc = new Y.Doc();
    sceneRoots(ydoc);
    applyUpdates(ydoc, (await loadScene(harness.db, id))?.updates ?? []);
    return ydoc;
  };
  const createScene = async () =>
    String((await harness.call('POST', '/api/compositions', { token: owner.token, body: {} })).json.uuid);

  /** Authors of whom somebody was told more than the database has. */
  const liesOf = (clients: readonly TestClient[], ydoc: Y.Doc): string[] =>
    clients.flatMap(({ durable }, at) =>
      [...durable]
        .filter(([author, clock]) => clock > Y.getState(ydoc.store, author))
        .map(([author, clock]) => `client ${at}: ${author} up to ${clock}`),
    );

  it(`is in the database after each of ${KILLS} kills`, { timeout: 600_000 }, async () => {
    let [doomed, other] = [await takeSpare(), gateways === 2 ? await takeSpare() : null];
    for (let round = 0; round < KILLS; round += 1) {
      const id = await createScene();
      const author = joinScene(doomed.url, id, owner.token);
      const bystander = joinScene((other ?? doomed).url, id, owner.token);
      await until(() => author.isSynced() && bystander.isSynced());
      const old = addNode(author.ydoc, { kind: 'box', name: 'old' });
      await until(() => author.isDurable() && readDocument(bystander.ydoc).nodes[old]);

      const fresh = addNode(author.ydoc, { kind: 'box', name: 'fresh' });
      removeNodes(author.ydoc, [old]);
      const { nodes } = sceneRoots(author.ydoc);
      // As the editor does: what counts in a state vector tells of the removal before it.
      author.ydoc.transact(() => {
        nodes.set('tick', true);
        nodes.delete('tick');
      });
      const removed = Y.getState(author.ydoc.store, author.ydoc.clientID);
      await sleep((round * 7) % (WITHIN_MS + 1));
      await doomed.end('SIGKILL');
      await until(() => author.closed.length > 0);
      const clients = [author, bystander];
      const check = async () => {
        const ydoc = await stored(id);
        expect.soft(liesOf(clients, ydoc), `round ${round}`).toEqual([]);
        if (clients.some(({ durable }) => (durable.get(author.ydoc.clientID) ?? 0) >= removed)) {
          expect.soft(nodes.has(old) || sceneRoots(ydoc).nodes.has(old), `round ${round}`).toBe(false);
        }
      };
      await check();

      const next = other ?? (await takeSpare());
      author.close();
      clients.push(joinScene(next.url, id, owner.token, { ydoc: author.ydoc }));
      if (other === null) {
        bystander.close();
        clients.push(joinScene(next.url, id, owner.token, { ydoc: bystander.ydoc }));
      }
      if (readDocument(bystander.ydoc).nodes[fresh]) {
        updateNode(bystander.ydoc, fresh, { name: 'seen' });
      }
      const living = clients.slice(other === null ? 2 : 1);
      await until(() => living.every((client) => client.isSynced() && client.isDurable()));
      await check();
      expect.soft(readDocument(await stored(id)).nodes[fresh], `round ${round}`).toBeDefined();
      for (const client of living) {
        client.close();
      }
      doomed = next;
      other = gateways === 2 ? await takeSpare() : null;
    }
    await doomed.end('SIGKILL');
    await other?.end('SIGKILL');
  });
});
