// @module-tag full
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { addNode, removeNodes, updateNode } from '@diorama/shared/scene/ops.ts';
import { applyUpdates, readDocument, sceneRoots } from '@diorama/shared/scene/ydoc.ts';
import { loadScene } from '@diorama/shared/server/scenes/scene-log.queries.ts';
import { hasRedis, openTestRedis, type SharedRedis } from '@diorama/stack/test/redis.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as Y from 'yjs';
import { type Harness, type Person, startHarness } from '../../test/harness.ts';
import { joinScene, type TestClient } from '../test-client.ts';
import { bundleFixture } from './bundle.ts';
import { type ForkedGateway, forkGateway } from './fork-gateway.ts';

const KILLS = 25;
/** Scenes that are edited as a gateway is killed, each at its own time before it. */
const SCENES = 4;
/** Gateways started ahead, so that no test waits for one. */
const SPARES = 2;
/** A kill comes up to so many milliseconds after an edit: before, in and after its commit. */
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

describe.each(SETTINGS)('an acknowledged edit, with $name', ({ gateways }) => {
  let harness: Harness;
  let owner: Person;
  let redis: SharedRedis | null = null;
  const spares: Promise<ForkedGateway>[] = [];

  beforeAll(async () => {
    harness = await startHarness();
    redis = gateways === 2 ? await openTestRedis() : null;
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

  /** Authors for whom a client received more confirmations than the database has. */
  const liesOf = (clients: readonly TestClient[], ydoc: Y.Doc): string[] =>
    clients.flatMap(({ durable }, at) =>
      [...durable]
        .filter(([author, clock]) => clock > Y.getState(ydoc.store, author))
        .map(([author, clock]) => `client ${at}: ${author} up to ${clock}`),
    );

  /** A scene with a node that all clients have. Its author is on the gateway that will be killed. */
  const openScene = async (round: number, doomed: ForkedGateway, other: ForkedGateway | null) => {
    const id = await createScene();
    const author = joinScene(doomed.url, id, owner.token);
    const bystander = joinScene((other ?? doomed).url, id, owner.token);
    await until(() => author.isSynced() && bystander.isSynced());
    const old = addNode(author.ydoc, { kind: 'box', name: 'old' });
    await until(() => author.isDurable() && readDocument(bystander.ydoc).nodes[old]);
    return { round, id, author, bystander, old };
  };
  type Opened = Awaited<ReturnType<typeof openScene>>;

  /** Adds a node and removes the old one. @returns the node, and the author's clock once both are known */
  const edit = ({ author, old }: Opened) => {
    const fresh = addNode(author.ydoc, { kind: 'box', name: 'fresh' });
    removeNodes(author.ydoc, [old]);
    const { nodes } = sceneRoots(author.ydoc);
    // Edits as the editor does. The state vector confirms the removal only through a later counted item.
    author.ydoc.transact(() => {
      nodes.set('tick', true);
      nodes.delete('tick');
    });
    return { fresh, removed: Y.getState(author.ydoc.store, author.ydoc.clientID) };
  };

  const expectTruth = async (
    { id, author, old, round }: Opened,
    removed: number,
    clients: readonly TestClient[],
  ) => {
    const ydoc = await stored(id);
    expect.soft(liesOf(clients, ydoc), `round ${round}`).toEqual([]);
    if (clients.some(({ durable }) => (durable.get(author.ydoc.clientID) ?? 0) >= removed)) {
      const isThere = sceneRoots(author.ydoc).nodes.has(old) || sceneRoots(ydoc).nodes.has(old);
      expect.soft(isThere, `round ${round}`).toBe(false);
    }
  };

  /** Goes on with a scene on another gateway, where all that was edited is stored in the end. */
  const goOn = async (
    scene: Opened,
    { fresh, removed }: ReturnType<typeof edit>,
    { next, isKept }: { next: ForkedGateway; isKept: boolean },
  ) => {
    const { id, author, bystander, round } = scene;
    await until(() => author.closed.length > 0);
    const clients = [author, bystander];
    await expectTruth(scene, removed, clients);
    author.close();
    clients.push(joinScene(next.url, id, owner.token, { ydoc: author.ydoc }));
    if (!isKept) {
      bystander.close();
      clients.push(joinScene(next.url, id, owner.token, { ydoc: bystander.ydoc }));
    }
    if (readDocument(bystander.ydoc).nodes[fresh]) {
      updateNode(bystander.ydoc, fresh, { name: 'seen' });
    }
    const living = clients.slice(isKept ? 1 : 2);
    await until(() => living.every((client) => client.isSynced() && client.isDurable()));
    await expectTruth(scene, removed, clients);
    expect.soft(readDocument(await stored(id)).nodes[fresh], `round ${round}`).toBeDefined();
    for (const client of living) {
      client.close();
    }
  };

  it(`is in the database after ${KILLS} kills amid edits of ${SCENES} scenes each`, {
    timeout: 1_200_000,
  }, async () => {
    let [doomed, other] = [await takeSpare(), gateways === 2 ? await takeSpare() : null];
    for (let kill = 0; kill < KILLS; kill += 1) {
      const scenes: Opened[] = [];
      for (let at = 0; at < SCENES; at += 1) {
        scenes.push(await openScene(kill * SCENES + at, doomed, other));
      }
      const edits = scenes.map(async (scene) => {
        await sleep((scene.round * 7) % (WITHIN_MS + 1));
        return { scene, edited: edit(scene) };
      });
      await sleep(WITHIN_MS);
      const ended = doomed.end('SIGKILL');
      const done = await Promise.all(edits);
      await ended;
      const next = other ?? (await takeSpare());
      const isKept = other !== null;
      await Promise.all(done.map(({ scene, edited }) => goOn(scene, edited, { next, isKept })));
      doomed = next;
      other = gateways === 2 ? await takeSpare() : null;
    }
    await doomed.end('SIGKILL');
    await other?.end('SIGKILL');
  });
});
