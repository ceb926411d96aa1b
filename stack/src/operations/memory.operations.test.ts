import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { TestClient } from '@diorama/gateway/collab/test-client.ts';
import { addNodes } from '@diorama/shared/scene/ops.ts';
import { createDb, type Knex } from '@diorama/shared/server/db/knex.ts';
import { afterAll, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { SLOW } from '../test/slow.ts';
import { missingForHosts } from './test/hosts.ts';
import {
  GATEWAY_HOSTS,
  type GatewayHost,
  type Installation,
  startInstallation,
} from './test/installation.ts';
import { type Person, signUp } from './test/people.ts';

const missing = missingForHosts();
if (missing.length > 0) {
  process.stderr.write(
    `SKIPPED: the memory of several gateways, as this machine lacks ${missing.join(', ')}\n`,
  );
}

const WITHIN = { timeout: 120_000 * SLOW, interval: 50 };
/** Each has the sockets of `SCENES_OF_OWNER` scenes: fewer than a user's limit. */
const OWNERS = 4;
const SCENES_OF_OWNER = 25;
const SOCKETS = 3;
/** Texts of a scene of 1 MB. */
const TEXTS = { count: 256, characters: 4_000 };
/** Memory of the same scenes on four gateways, as a multiple of that on one. */
const MAX_RATIO = 1.2;
/** Time in which a gateway has collected its garbage, as `collect-garbage.mjs` does. */
const COLLECTED_MS = 6_000;
const COLLECT_GARBAGE = join(import.meta.dirname, 'test/collect-garbage.mjs');

type Scene = { id: string; owner: Person };

describe.skipIf(missing.length > 0)('the memory of open scenes', () => {
  let installation: Installation;
  let db: Knex;

  beforeAll(async () => {
    installation = await startInstallation('memory');
    db = createDb(installation.databaseUrl, { name: 'operations-test' });
  });
  afterAll(async () => {
    await db?.destroy();
    await installation?.close();
  });

  const until = (check: () => unknown) => vi.waitUntil(check, WITHIN);
  const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

  const createScenes = async (): Promise<Scene[]> => {
    const scenes: Scene[] = [];
    for (let at = 0; at < OWNERS; at += 1) {
      const owner = await signUp(installation.url, 'Owner');
      await db('accounts').where({ id: owner.accountId }).update({ plan: 'enterprise' });
      const first = await owner.createScene();
      const writer = owner.open(first);
      await until(writer.isSynced);
      const props = { text: 'x'.repeat(TEXTS.characters) };
      addNodes(
        writer.ydoc,
        Array.from({ length: TEXTS.count }, () => ({ kind: 'annotation', props })),
      );
      await until(writer.isDurable);
      writer.close();
      while (scenes.length < SCENES_OF_OWNER * (at + 1)) {
        const { uuid } = await owner.call('PATCH', `/api/compositions/clone/${first}`);
        scenes.push({ id: String(uuid), owner });
      }
    }
    return scenes;
  };

  /** Ends all gateways, and starts those of `hosts`. */
  const restart = async (hosts: readonly GatewayHost[]) => {
    for (const host of GATEWAY_HOSTS) {
      await installation.hosts[host].end('gateway', 'SIGTERM');
    }
    for (const host of hosts) {
      const env = { NODE_OPTIONS: `--expose-gc --import ${COLLECT_GARBAGE}` };
      installation.start(host, 'gateway', { env });
    }
    await installation.ready(hosts);
  };

  /** Opens a scene with `SOCKETS` sockets. */
  const open = async ({ id, owner }: Scene, url?: string): Promise<TestClient[]> => {
    const clients = Array.from({ length: SOCKETS }, () => owner.open(id, url));
    onTestFinished(() => {
      for (const client of clients) {
        client.close();
      }
    });
    await until(() => clients.every((client) => client.isSynced()));
    return clients;
  };

  /** Bytes that the gateways hold, once they stay the same within a hundredth. */
  const settledMemory = async (hosts: readonly GatewayHost[]) => {
    const read = async () => sum(await Promise.all(hosts.map((host) => installation.memory(host))));
    let before = await read();
    await until(async () => {
      await sleep(COLLECTED_MS);
      const now = await read();
      const isSettled = Math.abs(now - before) < before / 100;
      before = now;
      return isSettled;
    });
    return before;
  };

  /** Opens the scenes at the balancer. @returns the bytes that they add to gateways that have opened scenes before */
  const measure = async (hosts: readonly GatewayHost[], scenes: readonly Scene[]) => {
    await restart(hosts);
    const openScenes = () => Promise.all(hosts.map((host) => installation.openScenes(host)));
    for (const [at, host] of hosts.entries()) {
      const scene = scenes[at];
      const clients = scene ? await open(scene, installation.gatewayUrl(host)) : [];
      for (const client of clients) {
        client.close();
      }
    }
    await until(async () => sum((await openScenes()).map((figures) => figures.scenes)) === 0);
    const atRest = await settledMemory(hosts);
    const clients: TestClient[] = [];
    for (const scene of scenes) {
      clients.push(...(await open(scene)));
    }
    const figures = await openScenes();
    expect(sum(figures.map((each) => each.scenes))).toBe(scenes.length);
    expect(Math.min(...figures.map((each) => each.scenes))).toBeGreaterThan(0);
    const bytes = (await settledMemory(hosts)) - atRest;
    for (const client of clients) {
      client.close();
    }
    process.stdout.write(`${hosts.length} gateways: ${atRest} bytes at rest, ${bytes} of open scenes\n`);
    return bytes;
  };

  it('is on four gateways at most 1.2 times that on one', async () => {
    // The balancer sends an open scene to the gateway where it was before, so each measurement has other scenes.
    const onOne = await measure(['one'], await createScenes());
    const onFour = await measure(['one', 'two', 'three', 'four'], await createScenes());
    // Each scene holds at least its texts.
    expect(onOne).toBeGreaterThan(OWNERS * SCENES_OF_OWNER * TEXTS.count * TEXTS.characters);
    expect(onFour / onOne).toBeLessThan(MAX_RATIO);
  });
});
