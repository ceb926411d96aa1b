// @module-tag full
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { addNode, duplicateNodes, moveNodes, removeNodes, updateNode } from '@diorama/shared/scene/ops.ts';
import { resolveHierarchy } from '@diorama/shared/scene/resolve.ts';
import { addMaterial, assignMaterial } from '@diorama/shared/scene/scene-ops.ts';
import { applyUpdates, readDocument, sceneRoots } from '@diorama/shared/scene/ydoc.ts';
import { loadScene } from '@diorama/shared/server/scenes/scene-log.queries.ts';
import { hasRedis, openTestRedis } from '@diorama/stack/test/redis.ts';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import * as Y from 'yjs';
import { startHarness } from '../../test/harness.ts';
import { joinScene, type TestClient } from '../test-client.ts';
import { bundleFixture } from './bundle.ts';
import { type ForkedGateway, forkGateway } from './fork-gateway.ts';

const PEOPLE = 5;
const RUNS = 6;

const SETTINGS = [
  { name: 'one gateway that is killed and comes back', gateways: 1 },
  { name: 'two gateways over Redis of which one is killed', gateways: 2 },
].filter(({ gateways }) => hasRedis || gateways === 1);
if (!hasRedis) {
  process.stderr.write('SKIPPED: five people over Redis, as redis-server is not on the PATH\n');
}

/** An edit by one user of their local scene; `a` and `b` choose nodes. */
type Edit = { who: number; what: keyof typeof EDITS; a: number; b: number };

const EDITS = {
  add: (ydoc: Y.Doc, { a }: Edit) => addNode(ydoc, { kind: 'box', name: `box ${a}` }),
  rename: (ydoc: Y.Doc, { a, b }: Edit) =>
    withOne(ydoc, a, (id) => updateNode(ydoc, id, { name: `name ${b}` })),
  move: (ydoc: Y.Doc, { a, b }: Edit) =>
    withOne(ydoc, a, (id) => updateNode(ydoc, id, { position: [b, a, 0] })),
  remove: (ydoc: Y.Doc, { a }: Edit) => withOne(ydoc, a, (id) => removeNodes(ydoc, [id])),
  duplicate: (ydoc: Y.Doc, { a }: Edit) => withOne(ydoc, a, (id) => duplicateNodes(ydoc, [id])),
  reparent: (ydoc: Y.Doc, { a, b }: Edit) =>
    withOne(ydoc, a, (id) => withOne(ydoc, b, (parent) => moveNodes(ydoc, [id], { parent }))),
  paint: (ydoc: Y.Doc, { a }: Edit) =>
    withOne(ydoc, a, (id) => assignMaterial(ydoc, [id], addMaterial(ydoc, { name: `paint ${a}` }))),
};

/** Edits one of the nodes in a scene, if there are any. */
function withOne(ydoc: Y.Doc, choice: number, act: (id: string) => unknown): void {
  const ids = [...sceneRoots(ydoc).nodes.keys()].sort();
  const id = ids[choice % Math.max(ids.length, 1)];
  if (id !== undefined) {
    act(id);
  }
}

const edit = fc.record({
  who: fc.nat(PEOPLE - 1),
  what: fc.constantFrom(...(Object.keys(EDITS) as (keyof typeof EDITS)[]), 'add' as const),
  a: fc.nat(1_000),
  b: fc.nat(1_000),
});
const session = fc.record({
  edits: fc.array(edit, { minLength: 40, maxLength: 90 }),
  /** Before which edit the gateway is killed, as a share of them all. */
  kills: fc.array(fc.double({ min: 0.05, max: 0.95, noNaN: true }), { minLength: 1, maxLength: 2 }),
});

let folder: string;
let file: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'diorama-five-'));
  file = await bundleFixture(folder);
});
afterAll(() => rm(folder, { recursive: true, force: true }));

describe.each(SETTINGS)('five concurrent editors, with $name', ({ gateways }) => {
  it('end with the same stored document and lose no acknowledged edit', {
    timeout: 1_200_000,
  }, async () => {
    await using ends = new AsyncDisposableStack();
    const harness = await startHarness();
    ends.defer(() => harness.close());
    const redis = gateways === 2 ? await openTestRedis() : null;
    ends.defer(async () => redis?.stop());
    const owner = await harness.signUp('owner');
    await harness.db('accounts').where({ id: owner.accountId }).update({ plan: 'enterprise' });
    const until = (check: () => unknown) => vi.waitUntil(check, { timeout: 60_000, interval: 5 });
    const start = async () => {
      const gateway = await forkGateway(file, {
        NODE_COMPILE_CACHE: join(folder, 'compiled'),
        DATABASE_URL: harness.deps.env.databaseUrl,
        REDIS_URL: redis?.url ?? '',
        SECRET_KEY: harness.deps.env.secretKeys.join(','),
      });
      ends.defer(() => gateway.end('SIGKILL'));
      return gateway;
    };
    const stored = async (id: string) => {
      const ydoc = new Y.Doc();
      sceneRoots(ydoc);
      applyUpdates(ydoc, (await loadScene(harness.db, id))?.updates ?? []);
      return ydoc;
    };

    let doomed: ForkedGateway = await start();
    const other = gateways === 2 ? await start() : null;

    await fc.assert(
      fc.asyncProperty(session, async ({ edits, kills }) => {
        const { json } = await harness.call('POST', '/api/compositions', { token: owner.token, body: {} });
        const id = String(json.uuid);
        const safe = other ?? doomed;
        const clients = Array.from({ length: PEOPLE }, (_, who) =>
          joinScene((who % 2 === 0 ? doomed : safe).url, id, owner.token),
        );
        const told: TestClient[] = [...clients];
        await until(() => clients.every((client) => client.isSynced()));
        const moments = new Set(kills.map((share) => Math.floor(share * edits.length)));
        for (const [at, one] of edits.entries()) {
          if (moments.has(at)) {
            await doomed.end('SIGKILL');
            doomed = await start();
            for (const [who, client] of clients.entries()) {
              if (other === null || who % 2 === 0) {
                client.close();
                const back = joinScene(doomed.url, id, owner.token, { ydoc: client.ydoc });
                clients[who] = back;
                told.push(back);
              }
            }
          }
          const ydoc = clients[one.who]?.ydoc;
          ydoc?.transact(() => EDITS[one.what](ydoc, one));
          // Lets updates of the other clients arrive in between.
          await new Promise((resolve) => setImmediate(resolve));
        }
        await until(() => clients.every((client) => client.isSynced() && client.isDurable()));
        const states = () => clients.map(({ ydoc }) => Y.encodeStateVector(ydoc).toString());
        await until(() => new Set(states()).size === 1);
        const kept = await stored(id);
        for (const { durable } of told) {
          for (const [author, clock] of durable) {
            expect(Y.getState(kept.store, author)).toBeGreaterThanOrEqual(clock);
          }
        }
        const document = readDocument(kept);
        for (const { ydoc } of clients) {
          expect(readDocument(ydoc)).toEqual(document);
        }
        // Every node is reachable from a root, independent of concurrent moves.
        const { parentOf } = resolveHierarchy(document.nodes);
        expect([...parentOf.keys()].sort()).toEqual(Object.keys(document.nodes).sort());
        for (const client of clients) {
          client.close();
        }
      }),
      // Trying smaller sessions would take the time of all others, and end as a test that took too long.
      { numRuns: RUNS, endOnFailure: true },
    );
  });
});
