import { spawn } from 'node:child_process';
import { once } from 'node:events';
import type { TestClient } from '@diorama/gateway/collab/test-client.ts';
import { STL } from '@diorama/gateway/uploads/upload-fixture.ts';
import { addNode } from '@diorama/shared/scene/ops.ts';
import { readDocument } from '@diorama/shared/scene/ydoc.ts';
import { createDb, type Knex } from '@diorama/shared/server/db/knex.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { PROJECT_ROOT } from '../env.ts';
import { SLOW } from '../test/slow.ts';
import { missingForHosts } from './test/hosts.ts';
import { GATEWAY_HOSTS, type Installation, startInstallation } from './test/installation.ts';
import { type Person, signUp } from './test/people.ts';

const missing = missingForHosts();
if (missing.length > 0) {
  process.stderr.write(
    `SKIPPED: the product on several hosts, as this machine lacks ${missing.join(', ')}\n`,
  );
}

const WITHIN = { timeout: 120_000 * SLOW, interval: 50 };
/** Time until the scenes of a killed gateway are open at another one. */
const MOVED_WITHIN_MS = 3_000 * SLOW;
const SCENES = 12;
const PEOPLE = 3;

describe.skipIf(missing.length > 0)('the product on several hosts', () => {
  let installation: Installation;
  let db: Knex;
  let ada: Person;
  const open: TestClient[] = [];

  beforeAll(async () => {
    installation = await startInstallation('hosts');
    db = createDb(installation.databaseUrl, { name: 'operations-test' });
    ada = await signUp(installation.url, 'Ada');
    await db('accounts').where({ id: ada.accountId }).update({ plan: 'enterprise' });
  });
  afterEach(() => {
    for (const client of open.splice(0)) {
      client.close();
    }
  });
  afterAll(async () => {
    await db?.destroy();
    await installation?.close();
  });

  const join = (scene: string, url?: string, person = ada) => {
    const client = person.open(scene, url);
    open.push(client);
    return client;
  };
  const namesIn = ({ ydoc }: TestClient) =>
    Object.values(readDocument(ydoc).nodes)
      .map(({ name }) => name)
      .sort();
  const until = (check: () => unknown) => vi.waitUntil(check, WITHIN);
  const openScenes = () => Promise.all(GATEWAY_HOSTS.map((host) => installation.openScenes(host)));
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

  it('two users edit one scene through different gateways', async () => {
    const scene = await ada.createScene();
    const [one, two] = GATEWAY_HOSTS.map((host) => join(scene, installation.gatewayUrl(host)));
    if (!one || !two) {
      throw new Error('There are two gateways');
    }
    await until(() => one.isSynced() && two.isSynced());
    addNode(one.ydoc, { kind: 'box', name: 'of one' });
    addNode(two.ydoc, { kind: 'box', name: 'of two' });
    await until(() => [one, two].every((client) => namesIn(client).join() === 'of one,of two'));
    await until(() => one.isDurable() && two.isDurable());
  });

  it('imports and publishes an uploaded model, and serves its public file', async () => {
    const asset = await ada.upload('tile.stl', STL);
    await ada.imported(asset);
    const scene = await ada.createScene();
    const client = join(scene);
    await until(client.isSynced);
    addNode(client.ydoc, { kind: 'model', props: { asset } });
    await until(client.isDurable);
    const glb = await ada.publish(scene);
    const file = Buffer.from(await (await fetch(new URL(glb, installation.url))).arrayBuffer());
    expect(file.subarray(0, 4).toString()).toBe('glTF');
  });

  it('a plan is paid once', async () => {
    const payer = await signUp(installation.url, 'Payer');
    await payer.pay();
    await until(async () => (await db('invoices').where({ account_id: payer.accountId })).length > 0);
    expect(await db('invoices').where({ account_id: payer.accountId })).toHaveLength(1);
    expect(await db('orders').where({ account_id: payer.accountId })).toHaveLength(1);
  });

  /** Runs tests in a process that prints what they print, until they have passed. */
  const pass = async (script: string, args: readonly string[], env: NodeJS.ProcessEnv) => {
    const tests = spawn(process.execPath, [`${PROJECT_ROOT}/node_modules/${script}`, ...args], {
      cwd: PROJECT_ROOT,
      // This test has begun in time.
      env: { ...process.env, TEST_UNTIL: undefined, ...env },
      stdio: 'inherit',
    });
    onTestFinished(() => {
      tests.kill();
    });
    expect(await once(tests, 'exit')).toEqual([0, null]);
  };

  it('users edit together, upload, publish and pay in their browsers', async () => {
    const config = ['--config', 'web/playwright.config.ts'];
    await pass('@playwright/test/cli.js', ['test', ...config, '--grep', '@hosts', '--workers', '1'], {
      JOURNEYS_URL: installation.url,
    });
  });

  it('the integration suites of jobs and collaboration pass with its database and Redis', async () => {
    const suites = ['shared/src/server/jobs', 'gateway/src/collab'];
    // The database has connections for few tests beside the product.
    const options = ['--project=int', '--tags-filter=!full', '--maxWorkers=1'];
    await pass('vitest/vitest.mjs', ['run', ...options, ...suites], {
      TEST_POSTGRES_URL: installation.databaseUrl,
      TEST_REDIS_URL: `redis://${installation.hosts.redis.address}:6379/1`,
    });
  });

  describe('the sockets of a scene', () => {
    const meet = async () => {
      const scenes = await Promise.all(Array.from({ length: SCENES }, () => ada.createScene()));
      const clients = scenes.flatMap((scene) => Array.from({ length: PEOPLE }, () => join(scene)));
      await until(() => clients.every((client) => client.isSynced()));
      return { scenes, clients };
    };

    it('connect to one gateway, which loads the scene once, while scenes are distributed', async () => {
      await until(async () => sum((await openScenes()).map(({ scenes }) => scenes)) === 0);
      await meet();
      const figures = await openScenes();
      expect(sum(figures.map(({ sockets }) => sockets))).toBe(SCENES * PEOPLE);
      expect(sum(figures.map(({ scenes }) => scenes))).toBe(SCENES);
      expect(Math.min(...figures.map(({ scenes }) => scenes))).toBeGreaterThan(0);
    });

    it('move to another gateway when theirs is killed, without lost edits, and stay there', async () => {
      await until(async () => sum((await openScenes()).map(({ scenes }) => scenes)) === 0);
      const { scenes, clients } = await meet();
      for (const [at, client] of clients.entries()) {
        addNode(client.ydoc, { kind: 'box', name: `before ${at}` });
      }
      await until(() => clients.every((client) => client.isDurable()));
      const killedAt = Date.now();
      await installation.hosts.one.end('gateway', 'SIGKILL');
      // Edits that no gateway has seen yet, and edits that one has seen but not stored.
      for (const [at, client] of clients.entries()) {
        addNode(client.ydoc, { kind: 'box', name: `after ${at}` });
      }
      const isOpenElsewhere = async () => {
        const { scenes: open, sockets } = await installation.openScenes('two');
        return open === SCENES && sockets === SCENES * PEOPLE;
      };
      await vi.waitUntil(isOpenElsewhere, { timeout: MOVED_WITHIN_MS, interval: 20 });
      console.log(`all scenes were open elsewhere after ${Date.now() - killedAt} ms`);
      await until(() => clients.every((client) => client.isSynced() && client.isDurable()));
      const expected = (scene: string) =>
        clients
          .flatMap((_, at) =>
            scenes[Math.floor(at / PEOPLE)] === scene ? [`before ${at}`, `after ${at}`] : [],
          )
          .sort();
      for (const [at, scene] of scenes.entries()) {
        const { document } = await ada.call('GET', `/api/compositions/${scene}/document`);
        const { nodes } = document as { nodes: Record<string, { name: string }> };
        expect(
          Object.values(nodes)
            .map(({ name }) => name)
            .sort(),
        ).toEqual(expected(scene));
        await until(() =>
          clients
            .slice(at * PEOPLE, (at + 1) * PEOPLE)
            .every((client) => namesIn(client).join() === expected(scene).join()),
        );
      }

      installation.start('one', 'gateway');
      await installation.ready();
      for (const scene of scenes) {
        join(scene);
      }
      await until(() => open.every((client) => client.isSynced()));
      expect(await installation.openScenes('one')).toEqual({ scenes: 0, sockets: 0 });
      expect(await installation.openScenes('two')).toEqual({
        scenes: SCENES,
        sockets: SCENES * (PEOPLE + 1),
      });
    });
  });
});
