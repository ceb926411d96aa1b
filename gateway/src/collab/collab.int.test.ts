import { SCENE_FORM } from '@diorama/shared/scene/defaults.ts';
import { addNode } from '@diorama/shared/scene/ops.ts';
import { applyUpdates, readDocument, sceneRoots } from '@diorama/shared/scene/ydoc.ts';
import { compactScene, loadScene } from '@diorama/shared/server/scenes/scene-log.queries.ts';
import { hasRedis, openTestRedis, type SharedRedis } from '@diorama/stack/test/redis.ts';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { Awareness, applyAwarenessUpdate, encodeAwarenessUpdate } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { type Harness, type Person, startHarness } from '../test/harness.ts';
import { CLOSE_REASONS } from './close-socket.ts';
import { joinScene, type TestClient } from './test-client.ts';

/** The deadline times five, as the product's tests run in parallel. */
const CLOSED_WITHIN_MS = 5 * 2_000;

const SETTINGS = [
  { name: 'one gateway', gateways: 1, isOnRedis: false },
  { name: 'two gateways over PostgreSQL', gateways: 2, isOnRedis: false },
  { name: 'two gateways over Redis', gateways: 2, isOnRedis: true },
];
if (!hasRedis) {
  process.stderr.write('SKIPPED: live scenes over Redis, as redis-server is not on the PATH\n');
}

describe.each(SETTINGS.filter(({ isOnRedis }) => hasRedis || !isOnRedis))(
  'a live scene on $name',
  ({ gateways, isOnRedis }) => {
    let harness: Harness;
    /** Gateway of the second user in each test. */
    let elsewhere: Harness;
    let redis: SharedRedis | null = null;
    let owner: Person;
    const open: TestClient[] = [];
    beforeAll(async () => {
      redis = isOnRedis ? await openTestRedis() : null;
      const env = { REDIS_URL: redis?.url ?? '' };
      harness = await startHarness(env);
      const { databaseUrl } = harness.deps.env;
      elsewhere = gateways === 2 ? await startHarness({ ...env, DATABASE_URL: databaseUrl }) : harness;
      owner = await harness.signUp('owner');
      await harness.db('accounts').where({ id: owner.accountId }).update({ plan: 'enterprise' });
    });
    afterEach(() => {
      for (const client of open.splice(0)) {
        client.close();
      }
    });
    afterAll(async () => {
      if (elsewhere !== harness) {
        await elsewhere.close();
      }
      await harness.close();
      await redis?.stop();
    });

    const readScene = async (id: string) =>
      JSON.parse(
        (await harness.call('GET', `/api/compositions/${id}/document`, { token: owner.token })).text,
      );
    const putScene = (id: string, document: object, revision: number) =>
      harness.call('PUT', `/api/compositions/${id}/document`, {
        token: owner.token,
        body: { document },
        headers: { 'if-match': `"${revision}"` },
      });
    const createScene = async () =>
      String((await harness.call('POST', '/api/compositions', { token: owner.token, body: {} })).json.uuid);

    const joinAt = (gateway: Harness, id: string, token: string, ydoc?: Y.Doc): TestClient => {
      const client = joinScene(gateway.url, id, token, { ydoc });
      open.push(client);
      return client;
    };
    const join = (id: string, token: string, ydoc?: Y.Doc) => joinAt(harness, id, token, ydoc);
    const joinElsewhere = (id: string, token: string, ydoc?: Y.Doc) => joinAt(elsewhere, id, token, ydoc);

    const until = (check: () => unknown) => vi.waitUntil(check, { timeout: 60_000, interval: 10 });
    /** One edit, as when a large selection is pasted. */
    const addMany = (ydoc: Y.Doc, name: string, count: number) =>
      ydoc.transact(() => {
        for (let at = 0; at < count; at += 1) {
          const values = Object.entries({ kind: 'box', name: `${name} ${at} ${'x'.repeat(100)}` });
          sceneRoots(ydoc).nodes.set(`${name}-${at}`, new Y.Map(values));
        }
      });
    const addBox = (client: TestClient, name: string) => addNode(client.ydoc, { kind: 'box', name });
    const namesIn = (ydoc: Y.Doc) =>
      Object.values(readDocument(ydoc).nodes)
        .map((node) => node.name)
        .sort();

    it('shows two users the same document and reports edits as saved only after the commit', async () => {
      const id = await createScene();
      const [ada, bob] = [join(id, owner.token), joinElsewhere(id, owner.token)];
      await until(() => ada.isSynced() && bob.isSynced());
      const read = async () =>
        (await harness.call('GET', `/api/compositions/${id}`, { token: owner.token })).json;
      await expect.poll(read).toMatchObject({ session: { people: [{ name: 'owner' }] } });
      addBox(ada, 'from ada');
      addBox(bob, 'from bob');
      await until(() => namesIn(ada.ydoc).length === 2 && namesIn(bob.ydoc).length === 2);
      await until(() => ada.isDurable() && bob.isDurable());
      const stored = await harness.db('composition_updates').where({ composition_id: id });
      expect(stored.length).toBeGreaterThan(0);
      expect(await read()).toMatchObject({
        revision: 1,
        entities: { nodes: 2, triangles: 24 },
        session: { people: [{ name: 'owner' }] },
      });
      expect(await harness.db('composition_updates').where({ composition_id: id })).toEqual([]);
    });

    it('keeps unknown nodes of a newer release’s editor and undoes those of a current one', async () => {
      const id = await createScene();
      const newer = joinScene(elsewhere.url, id, owner.token, { form: SCENE_FORM + 1 });
      open.push(newer);
      const ada = join(id, owner.token);
      await until(() => ada.isSynced() && newer.isSynced());
      sceneRoots(newer.ydoc).nodes.set('well', new Y.Map([['kind', 'well']]));
      await until(() => newer.isDurable() && sceneRoots(ada.ydoc).nodes.has('well'));
      sceneRoots(ada.ydoc).nodes.set('moat', new Y.Map([['kind', 'moat']]));
      await until(() => !sceneRoots(ada.ydoc).nodes.has('moat'));
      expect(newer.messages.filter(({ type }) => type === 'refused')).toEqual([]);
      expect([...sceneRoots(ada.ydoc).nodes.keys()]).toEqual(['well']);
    });

    it('keeps all acknowledged edits after every gateway unloads it', async () => {
      const id = await createScene();
      const ada = join(id, owner.token);
      await until(ada.isSynced);
      for (let at = 0; at < 30; at += 1) {
        addBox(ada, `box ${at}`);
      }
      await until(ada.isDurable);
      ada.close();
      await compactScene(harness.db, id);
      const later = joinElsewhere(id, owner.token);
      await until(() => namesIn(later.ydoc).length === 30);
      expect(Y.encodeStateVector(later.ydoc)).toEqual(Y.encodeStateVector(ada.ydoc));
    });

    it('merges edits made offline', async () => {
      const id = await createScene();
      const offline = new Y.Doc();
      sceneRoots(offline);
      addNode(offline, { kind: 'sphere', name: 'made offline' });
      const ada = join(id, owner.token);
      await until(ada.isSynced);
      addBox(ada, 'made online');
      const bob = joinElsewhere(id, owner.token, offline);
      await until(() => namesIn(ada.ydoc).length === 2 && namesIn(bob.ydoc).length === 2);
      await until(() => (bob.durable.get(offline.clientID) ?? 0) > 0);
    });

    it('is read-only for viewers and refuses users without access', async () => {
      const id = await createScene();
      const viewer = await harness.signUp('viewer');
      const refused = join(id, viewer.token);
      await until(refused.refusal);
      await harness.db('composition_members').insert({ composition_id: id, user_id: viewer.userId, role: 1 });
      const [ada, looking] = [join(id, owner.token), joinElsewhere(id, viewer.token)];
      await until(() => ada.isSynced() && looking.isSynced());
      expect([ada.scope(), looking.scope()]).toEqual(['read-write', 'readonly']);
      addBox(looking, 'not allowed');
      addBox(ada, 'allowed');
      await until(() => namesIn(looking.ydoc).includes('allowed'));
      expect(namesIn(ada.ydoc)).toEqual(['allowed']);
      const bad = join(id, 'no token');
      await until(bad.refusal);
    });

    it('closes the socket of a user who loses access or signs out', async () => {
      const id = await createScene();
      const editor = await harness.signUp('editor');
      await harness.db('composition_members').insert({ composition_id: id, user_id: editor.userId, role: 0 });
      const client = joinElsewhere(id, editor.token);
      await until(client.isSynced);
      const removed = Date.now();
      await harness.db('composition_members').where({ composition_id: id }).delete();
      await until(client.refusal);
      expect(Date.now() - removed).toBeLessThan(CLOSED_WITHIN_MS);
      const mine = join(id, owner.token);
      await until(mine.isSynced);
      await harness.db('sessions').where({ user_id: owner.userId }).update({ revoked_at: new Date() });
      await until(mine.refusal);
      await harness.db('sessions').where({ user_id: owner.userId }).update({ revoked_at: null });
    });

    it('undoes invalid changes and disconnects a client that keeps sending them', async () => {
      const id = await createScene();
      const [ada, rogue] = [join(id, owner.token), joinElsewhere(id, owner.token)];
      await until(() => ada.isSynced() && rogue.isSynced());
      const node = addBox(ada, 'honest');
      await until(() => namesIn(rogue.ydoc).length === 1);
      const honest = sceneRoots(rogue.ydoc).nodes.get(node);
      const map: Y.Map<unknown> = honest instanceof Y.Map ? honest : new Y.Map();
      map.set('position', 'everywhere');
      await until(() => map.get('position') === undefined || Array.isArray(map.get('position')));
      sceneRoots(rogue.ydoc).scene.set('surprise', { deep: true });
      await until(() => !sceneRoots(rogue.ydoc).scene.has('surprise'));
      sceneRoots(rogue.ydoc).nodes.set('dragon', new Y.Map([['kind', 'dragon']]));
      await until(() => rogue.closed.length > 0);
      expect(namesIn(ada.ydoc)).toEqual(['honest']);
      expect(sceneRoots(ada.ydoc).nodes.has('dragon')).toBe(false);
    });

    it('sends a PUT to connected editors and keeps their edits', async () => {
      const id = await createScene();
      const ada = join(id, owner.token);
      await until(ada.isSynced);
      addBox(ada, 'live');
      await until(() => (ada.durable.get(ada.ydoc.clientID) ?? 0) > 0);
      const { revision, document } = await readScene(id);
      document.nodes.put1 = { kind: 'cone', name: 'put', index: 'a5', props: {} };
      const answer = await putScene(id, document, revision);
      expect(answer.json).toEqual({ revision: revision + 1 });
      await until(() => namesIn(ada.ydoc).length === 2);
      expect(namesIn(ada.ydoc)).toEqual(['live', 'put']);
    });

    it('lists a user as inside while connected, also across a PUT by the same user', async () => {
      const id = await createScene();
      const inside = async () => {
        const { json } = await harness.call('GET', `/api/compositions/${id}`, { token: owner.token });
        return (json.session as { people: { uuid: string }[] }).people.map(({ uuid }) => uuid);
      };
      const told = () => harness.db('live_events').where({ resource_id: id, type: 'updated' });
      const client = join(id, owner.token);
      await expect.poll(inside).toEqual([owner.userId]);
      await expect.poll(async () => (await told()).length).toBeGreaterThan(0);
      const put = await putScene(id, { nodes: { box: { kind: 'box' } } }, 0);
      expect(put.status).toBe(200);
      expect(await inside()).toEqual([owner.userId]);
      client.close();
      await expect.poll(inside).toEqual([]);
    });

    it('shows presence on other gateways under the identity of the session', async () => {
      const id = await createScene();
      const guest = await harness.signUp('guest');
      await harness.db('composition_members').insert({ composition_id: id, user_id: guest.userId, role: 0 });
      const [ada, eve] = [join(id, owner.token), joinElsewhere(id, guest.token)];
      await until(() => ada.isSynced() && eve.isSynced());
      const claim = { uuid: owner.userId, name: 'owner', avatarUrl: null, avatarColor: '#000000' };
      // More than one message of the bus holds.
      const selection = Array.from({ length: 400 }, (_, at) => `node-${at}-of-this-long-selection`);
      eve.provider.awareness?.setLocalState({ person: claim, selection });
      const seen = () => ada.provider.awareness?.getStates().get(eve.ydoc.clientID);
      await until(() => seen()?.selection?.length === 400);
      expect(seen()?.person).toMatchObject({ uuid: guest.userId, name: 'guest' });
      eve.close();
      await until(() => seen() === undefined);
    });

    it('closes a socket that uses another user’s client id', async () => {
      const id = await createScene();
      const guest = await harness.signUp('forger');
      await harness.db('composition_members').insert({ composition_id: id, user_id: guest.userId, role: 0 });
      const [ada, watcher, eve] = [
        join(id, owner.token),
        join(id, owner.token),
        joinElsewhere(id, guest.token),
      ];
      await until(() => [ada, watcher, eve].every((client) => client.isSynced()));
      const cursorOf = (who: TestClient, by: TestClient) =>
        by.provider.awareness?.getStates().get(who.ydoc.clientID)?.cursor;
      ada.provider.awareness?.setLocalState({ cursor: [1, 2, 3] });
      await until(() => cursorOf(ada, eve) && cursorOf(ada, watcher));

      const ydoc = new Y.Doc();
      ydoc.clientID = ada.ydoc.clientID;
      const forged = new Awareness(ydoc);
      for (let at = 0; at < 100; at += 1) {
        forged.setLocalState({ cursor: [6, 6, 6] });
      }
      const seen: unknown[] = [];
      watcher.provider.awareness?.on('change', () => seen.push(cursorOf(ada, watcher)));
      applyAwarenessUpdate(
        eve.provider.awareness as Awareness,
        encodeAwarenessUpdate(forged, [ydoc.clientID]),
        'forged',
      );
      forged.destroy();
      await until(() => eve.closed.length > 0);
      expect([eve.closed[0], eve.reasons[0]]).toEqual([1008, CLOSE_REASONS['foreign-client-id']]);
      // The provider reconnects after each code, and is denied.
      await until(() => eve.refusal() === 'foreign-client-id');
      expect(seen).not.toContainEqual([6, 6, 6]);
      expect(cursorOf(ada, watcher)).toEqual([1, 2, 3]);
    });

    it('limits the presence updates of a client, and shows its last one', async () => {
      const id = await createScene();
      const [ada, flood] = [join(id, owner.token), joinElsewhere(id, owner.token)];
      await until(() => ada.isSynced() && flood.isSynced());
      let heard = 0;
      const seen = () => ada.provider.awareness?.getStates().get(flood.ydoc.clientID)?.cursor;
      ada.provider.awareness?.on('update', ({ updated }: { updated: number[] }) => {
        heard += updated.includes(flood.ydoc.clientID) ? 1 : 0;
      });
      const begun = performance.now();
      for (let at = 0; at < 2000; at += 1) {
        flood.provider.awareness?.setLocalState({ cursor: [at, 0, 0] });
      }
      await until(() => {
        flood.provider.awareness?.setLocalState({ cursor: [-1, 0, 0] });
        return seen()?.[0] === -1;
      });
      const seconds = (performance.now() - begun) / 1000;
      expect(heard).toBeLessThanOrEqual(120 + 60 * seconds + 1);
    });

    it('shows cursor, camera and followed client from and to editors and viewers', async () => {
      const id = await createScene();
      const guest = await harness.signUp('looker');
      await harness.db('composition_members').insert({ composition_id: id, user_id: guest.userId, role: 1 });
      const [ada, eve] = [join(id, owner.token), joinElsewhere(id, guest.token)];
      await until(() => ada.isSynced() && eve.isSynced());
      expect([ada.scope(), eve.scope()]).toEqual(['read-write', 'readonly']);
      const view = {
        cursor: [1.234, 0, -5.678],
        camera: [5, 3.5, 7, 0, 0.5, 0, 40],
        following: ada.ydoc.clientID,
        isAway: false,
      };
      const seen = (by: TestClient, who: TestClient) =>
        by.provider.awareness?.getStates().get(who.ydoc.clientID) ?? {};
      for (const [who, by] of [
        [ada, eve],
        [eve, ada],
      ] as const) {
        who.provider.awareness?.setLocalState(view);
        await until(() => 'camera' in seen(by, who));
        expect(seen(by, who)).toMatchObject(view);
      }
    });

    it('removes the presence of a client above 64 kB', async () => {
      const id = await createScene();
      const [ada, rogue] = [join(id, owner.token), joinElsewhere(id, owner.token)];
      await until(() => ada.isSynced() && rogue.isSynced());
      const seen: unknown[] = [];
      const read = () => ada.provider.awareness?.getStates().get(rogue.ydoc.clientID)?.cursor;
      ada.provider.awareness?.on('change', () => seen.push(read()));
      rogue.provider.awareness?.setLocalState({ cursor: [1, 2, 3] });
      await until(read);
      rogue.provider.awareness?.setLocalState({ cursor: 'x'.repeat(70_000) });
      await until(() => read() === undefined);
      expect(seen.filter((value) => typeof value === 'string')).toEqual([]);
    });

    it('accepts edits larger than a message in parts, online and from offline', async () => {
      const id = await createScene();
      const offline = new Y.Doc();
      sceneRoots(offline);
      addMany(offline, 'offline', 7_000);
      expect(Y.encodeStateAsUpdate(offline).length).toBeGreaterThan(1_000_000);
      const ada = join(id, owner.token, offline);
      const bob = joinElsewhere(id, owner.token);
      await until(ada.isDurable);
      await until(() => sceneRoots(bob.ydoc).nodes.size === 7_000);
      addMany(ada.ydoc, 'online', 7_000);
      await until(ada.isDurable);
      await until(() => sceneRoots(bob.ydoc).nodes.size === 14_000);
      expect(ada.messages.filter(({ type }) => type === 'refused')).toEqual([]);
      expect([ada.closed, bob.closed]).toEqual([[], []]);
      const stored = new Y.Doc();
      applyUpdates(stored, (await loadScene(harness.db, id))?.updates ?? []);
      expect(new Set(Y.decodeStateVector(Y.encodeStateVector(stored)))).toEqual(
        new Set(Y.decodeStateVector(Y.encodeStateVector(ada.ydoc))),
      );
    });

    it('refuses an edit above the size limit, which its author keeps, until a deletion makes room', async () => {
      const id = await createScene();
      const ada = join(id, owner.token);
      await until(ada.isSynced);
      const undo = new Y.UndoManager([sceneRoots(ada.ydoc).nodes], { captureTimeout: 0 });
      const first = addBox(ada, 'first');
      ada.ydoc.transact(() => {
        for (let at = 0; at < 20_000; at += 1) {
          sceneRoots(ada.ydoc).nodes.set(`box-${at}`, new Y.Map([['kind', 'box']]));
        }
      });
      await until(() => ada.closed.includes(4413));
      expect(ada.messages.filter(({ type }) => type === 'refused')).toEqual([
        { type: 'refused', code: 'document.too-large' },
      ]);
      expect(sceneRoots(ada.ydoc).nodes.size).toBe(20_001);
      expect(ada.isDurable()).toBe(false);
      undo.undo();
      const again = joinElsewhere(id, owner.token, ada.ydoc);
      ada.close();
      await until(() => again.isSynced() && again.isDurable());
      expect(again.messages.filter(({ type }) => type === 'refused')).toEqual([]);
      await until(async () => Object.keys((await readScene(id)).document.nodes).join() === first);
    });
  },
);
