// @module-tag full
import { addNode, removeNodes } from '@diorama/shared/scene/ops.ts';
import { readDocument, sceneRoots } from '@diorama/shared/scene/ydoc.ts';
import { type Killable, startProcess } from '@diorama/stack/faults/payment-fixture.ts';
import { hasRedis, startTestRedis, type TestRedis } from '@diorama/stack/test/redis.ts';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { joinScene, type TestClient } from '../collab/test-client.ts';
import { type Harness, type Person, startHarness } from './harness.ts';
import { type LiveStream, openLiveStream } from './live-stream.ts';
import { publishScene } from './published.ts';

const COMMENTS = 10;
const VISITS = 12;
const NODES = 30;
/** Number of responses after which a gateway is killed. The last response is missing. */
const KILL_AFTER = [1, 12, COMMENTS + VISITS];

if (!hasRedis) {
  process.stderr.write('SKIPPED: two gateways over Redis, as redis-server is not on the PATH\n');
}

describe.skipIf(!hasRedis)('two gateways over Redis, one of which is killed', () => {
  let redis: TestRedis;
  let harness: Harness;
  let doomed: Killable;
  let doomedUrl: string;
  let owner: Person;
  let stream: LiveStream;
  const open: TestClient[] = [];

  beforeAll(async () => {
    redis = await startTestRedis();
    harness = await startHarness({ REDIS_URL: redis.url });
    owner = await harness.signUp('owner');
    await harness.db('accounts').where({ id: owner.accountId }).update({ plan: 'enterprise' });
    stream = await openLiveStream(harness.url, { authorization: `Bearer ${owner.token}` });
  });
  afterAll(async () => {
    for (const client of open) {
      client.close();
    }
    stream.close();
    await doomed.end();
    await harness.close();
    await redis.stop();
  });

  const until = (check: () => unknown) => vi.waitUntil(check, { timeout: 120_000, interval: 20 });
  const startDoomed = async () => {
    const { env } = harness.deps;
    doomed = startProcess('gateway', {
      PATH: process.env.PATH,
      PORT: '0',
      HOST: '127.0.0.1',
      PUBLIC_URL: env.publicUrl,
      DATABASE_URL: env.databaseUrl,
      REDIS_URL: redis.url,
      DIORAMA_DATA_DIR: env.dataDir,
      SECRET_KEY: env.secretKeys.join(','),
      RATE_LIMIT_FACTOR: '0',
      GATEWAY_ROLES: 'http,collab',
    });
    doomedUrl = `http://127.0.0.1:${await doomed.port}`;
  };
  const join = (url: string, id: string, ydoc?: TestClient['ydoc']) => {
    const client = joinScene(url, id, owner.token, { ydoc });
    open.push(client);
    return client;
  };
  const namesOf = (nodes: Record<string, { name: string }>) =>
    Object.values(nodes)
      .map(({ name }) => name)
      .sort();
  const namesIn = ({ ydoc }: TestClient) => namesOf(readDocument(ydoc).nodes);
  /** Replaces the content of a scene. @returns the names of its nodes. */
  const fill = async (client: TestClient, name: string) => {
    client.ydoc.transact(() => {
      removeNodes(client.ydoc, [...sceneRoots(client.ydoc).nodes.keys()]);
      for (let at = 0; at < NODES; at += 1) {
        addNode(client.ydoc, { kind: 'box', name: `${name} ${at}` });
      }
    });
    await until(client.isDurable);
    return namesIn(client);
  };

  /** Calls one of the gateways. @returns null without a response. */
  const ask = async (url: string, path: string, { body, key }: { body?: object; key?: string } = {}) => {
    try {
      const answer = await fetch(url + path, {
        method: 'POST',
        headers: {
          authorization: `Bearer ${owner.token}`,
          'content-type': 'application/json',
          ...(key && { 'idempotency-key': key }),
        },
        body: JSON.stringify(body ?? {}),
      });
      await answer.arrayBuffer();
      return answer.status;
    } catch {
      return null;
    }
  };
  /** Repeats a request, which may have succeeded, on another gateway. */
  const sayAgain = async (path: string, text: string) => {
    const again = () => ask(harness.url, path, { body: { text }, key: text });
    const status = await again();
    if (status !== 409) {
      return status;
    }
    // The first request counts as running until a minute is over.
    await harness
      .db('idempotency_keys')
      .where({ key: text })
      .update({ created_at: harness.db.raw(`now() - interval '2 minutes'`) });
    return again();
  };

  it.each(KILL_AFTER)(
    'after %i responses count each visit at most once, restore completely and store no comment twice',
    { timeout: 1_200_000 },
    async (answers) => {
      await startDoomed();
      const id = await publishScene(harness, owner);
      const comments = `/api/compositions/${id}/comments`;
      const visits = `/api/public/scenes/${id}/visits`;
      const [ada, bob] = [join(harness.url, id), join(doomedUrl, id)];
      await until(() => ada.isSynced() && bob.isSynced());
      const old = await fill(ada, 'old');
      const version = await harness.call('POST', `/api/compositions/${id}/versions`, {
        token: owner.token,
        body: { name: 'Old' },
      });
      const restore = `/api/versions/${version.json.uuid}/restore`;
      const fresh = await fill(ada, 'new');
      await until(() => namesIn(bob).join() === fresh.join());

      let given = 0;
      const askDoomed = async (...asked: [path: string, options?: { body?: object; key?: string }]) => {
        const status = await ask(doomedUrl, ...asked);
        given += status === null ? 0 : 1;
        if (given === answers) {
          await doomed.end();
        }
        return status;
      };
      const texts = Array.from({ length: COMMENTS }, (_, at) => `${id} ${at}`);
      const view = { body: { kind: 'view' } };
      const [restored, said, seen, seenElsewhere] = await Promise.all([
        askDoomed(restore),
        Promise.all(texts.map((text) => askDoomed(comments, { body: { text }, key: text }))),
        Promise.all(Array.from({ length: VISITS }, () => askDoomed(visits, view))),
        Promise.all(Array.from({ length: VISITS }, () => ask(harness.url, visits, view))),
      ]);
      await doomed.end();

      const counted = Number(
        (await harness.db('scene_visit_days').where({ composition_id: id }).first()).views,
      );
      const sure = [...seen, ...seenElsewhere].filter((status) => status === 204).length;
      expect(counted).toBeGreaterThanOrEqual(sure);
      expect(counted).toBeLessThanOrEqual(2 * VISITS);
      expect(seenElsewhere).toEqual(Array.from({ length: VISITS }, () => 204));

      for (const [at, text] of texts.entries()) {
        expect(said[at] === 201 ? 201 : await sayAgain(comments, text)).toBe(201);
      }
      const rows = await harness.db('comments').where({ composition_id: id }).select('id', 'text');
      expect(rows.map(({ text }) => text).sort()).toEqual(texts.toSorted());
      const told = () =>
        new Set(stream.messages.filter(({ event }) => event === 'comment').map(({ data }) => data['@id']));
      await until(() => rows.every((row) => told().has(`/api/comments/${row.id}`)));

      bob.close();
      const back = join(harness.url, id, bob.ydoc);
      const stored = async () => {
        const { text } = await harness.call('GET', `/api/compositions/${id}/document`, {
          token: owner.token,
        });
        return namesOf(JSON.parse(text).document.nodes);
      };
      // Updates committed by a gateway that died before its notification are found later.
      await until(async () => {
        const names = await stored();
        return [ada, back].every((client) => client.isDurable() && namesIn(client).join() === names.join());
      });
      expect([old, fresh]).toContainEqual(namesIn(ada));
      if (restored === 200) {
        expect(namesIn(ada)).toEqual(old);
      }
      expect(await ask(harness.url, restore)).toBe(200);
      await until(() => [ada, back].every((client) => namesIn(client).join() === old.join()));
      expect(await stored()).toEqual(old);
    },
  );
});
