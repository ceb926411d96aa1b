import { addNode } from '@diorama/shared/scene/ops.ts';
import { readDocument } from '@diorama/shared/scene/ydoc.ts';
import { hasRedis, openTestRedis, type SharedRedis } from '@diorama/stack/test/redis.ts';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { type Harness, type Person, startHarness } from '../test/harness.ts';
import { publishScene } from '../test/published.ts';
import { joinScene, type TestClient } from './test-client.ts';

const SETTINGS = [
  { name: 'one gateway', gateways: 1, isOnRedis: false },
  { name: 'two gateways over PostgreSQL', gateways: 2, isOnRedis: false },
  { name: 'two gateways over Redis', gateways: 2, isOnRedis: true },
];
const CAMERA = [5, 3.5, 7, 0, 0.5, 0, 40];

describe.each(SETTINGS.filter(({ isOnRedis }) => hasRedis || !isOnRedis))(
  'visitors of a live link on $name',
  ({ gateways, isOnRedis }) => {
    let harness: Harness;
    /** Gateway of the visitors. */
    let elsewhere: Harness;
    let redis: SharedRedis | null = null;
    let owner: Person;
    let id: string;
    const open: TestClient[] = [];
    let count = 0;
    beforeAll(async () => {
      redis = isOnRedis ? await openTestRedis() : null;
      const env = { REDIS_URL: redis?.url ?? '' };
      harness = await startHarness(env);
      const { databaseUrl } = harness.deps.env;
      elsewhere = gateways === 2 ? await startHarness({ ...env, DATABASE_URL: databaseUrl }) : harness;
    });
    beforeEach(async () => {
      count += 1;
      owner = await harness.signUp(`leader${count}`);
      id = await publishScene(harness, owner, { sharing: { live: true } });
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

    const until = (check: () => unknown) => vi.waitUntil(check, { timeout: 60_000, interval: 10 });
    const join = (gateway: Harness, token: string): TestClient => {
      const client = joinScene(gateway.url, id, token);
      open.push(client);
      return client;
    };
    const change = (body: object) =>
      harness.call('PATCH', `/api/compositions/${id}`, { token: owner.token, body });
    const askLive = (token?: string) => elsewhere.call('GET', `/api/public/scenes/${id}/live`, { token });
    const visit = async () => join(elsewhere, String((await askLive()).json.token));
    const namesIn = ({ ydoc }: TestClient) => Object.values(readDocument(ydoc).nodes).map(({ name }) => name);
    const shownTo = (visitor: TestClient) => visitor.messages.findLast(({ type }) => type === 'showing');
    const peopleInside = async () =>
      (
        (await harness.call('GET', `/api/compositions/${id}`, { token: owner.token })).json.session as {
          people: unknown[];
        }
      ).people;

    it('see edits and cannot write', async () => {
      const [ada, visitor] = [join(harness, owner.token), await visit()];
      await until(() => ada.isSynced() && visitor.isSynced());
      expect(visitor.scope()).toBe('readonly');
      addNode(ada.ydoc, { kind: 'box', name: 'By the owner' });
      await until(() => namesIn(visitor).includes('By the owner'));
      addNode(visitor.ydoc, { kind: 'box', name: 'By a visitor' });
      addNode(ada.ydoc, { kind: 'box', name: 'Later' });
      await until(() => namesIn(visitor).includes('Later'));
      expect(namesIn(ada)).not.toContain('By a visitor');
    });

    it('are not shown to members and do not receive their presence', async () => {
      const [ada, visitor] = [join(harness, owner.token), await visit()];
      await until(() => ada.isSynced() && visitor.isSynced());
      ada.provider.awareness?.setLocalState({ camera: CAMERA, selection: ['secret'] });
      visitor.provider.awareness?.setLocalState({ person: { uuid: 'x', name: 'Mallory' }, showing: {} });
      // Later messages took the same path.
      addNode(ada.ydoc, { kind: 'box', name: 'After' });
      await until(() => namesIn(visitor).includes('After'));
      expect([...(visitor.provider.awareness?.getStates().keys() ?? [])]).toEqual([visitor.ydoc.clientID]);
      expect(ada.provider.awareness?.getStates().has(visitor.ydoc.clientID)).toBe(false);
      expect(shownTo(visitor)).toMatchObject({ by: null });
      expect(await peopleInside()).toHaveLength(1);
      // Nor do those who come later, nor those who ask.
      const late = await visit();
      await until(() => late.isSynced() && shownTo(late));
      late.provider.configuration.websocketProvider.send(queryAwareness(id));
      addNode(ada.ydoc, { kind: 'box', name: 'Last' });
      await until(() => namesIn(late).includes('Last'));
      expect(late.provider.awareness?.getStates().has(ada.ydoc.clientID)).toBe(false);
    });

    it('follow a presenter until the presentation ends or the presenter disconnects', async () => {
      const [ada, visitor] = [join(harness, owner.token), await visit()];
      await until(() => ada.isSynced() && visitor.isSynced());
      const looking = { camera: CAMERA, isFlat: true, cursor: [1, 2, 3] };
      ada.provider.awareness?.setLocalState({ ...looking, showing: { stop: 'note' } });
      await until(() => shownTo(visitor)?.by !== null);
      expect(shownTo(visitor)).toEqual({ type: 'showing', by: `leader${count}`, ...looking, stop: 'note' });
      const late = await visit();
      await until(() => shownTo(late)?.by === `leader${count}`);
      ada.provider.awareness?.setLocalState({ ...looking, showing: null });
      await until(() => shownTo(visitor)?.by === null);
      ada.provider.awareness?.setLocalState({ ...looking, showing: { stop: null } });
      await until(() => shownTo(visitor)?.by !== null);
      ada.close();
      await until(() => shownTo(visitor)?.by === null);
    });

    it('do not follow a viewer or invalid presenter state', async () => {
      const viewer = await harness.signUp(`viewer${count}`);
      await harness.db('composition_members').insert({ composition_id: id, user_id: viewer.userId, role: 1 });
      const [ada, eve, visitor] = [join(harness, owner.token), join(harness, viewer.token), await visit()];
      await until(() => ada.isSynced() && eve.isSynced() && visitor.isSynced());
      eve.provider.awareness?.setLocalState({ camera: CAMERA, showing: { stop: null } });
      await until(() => ada.provider.awareness?.getStates().get(eve.ydoc.clientID)?.camera);
      ada.provider.awareness?.setLocalState({
        camera: [1, 2, '3'],
        cursor: [1e9, 0, 0],
        showing: { stop: 'x'.repeat(100), html: '<b>' },
      });
      await until(() => shownTo(visitor)?.by !== null);
      const shown = {
        type: 'showing',
        by: `leader${count}`,
        camera: null,
        isFlat: false,
        cursor: null,
        stop: null,
      };
      expect(shownTo(visitor)).toEqual(shown);
    });

    it('see drags of editors without the editor’s name, and no drags of viewers', async () => {
      const viewer = await harness.signUp(`dragger${count}`);
      await harness.db('composition_members').insert({ composition_id: id, user_id: viewer.userId, role: 1 });
      const [ada, eve, visitor] = [join(harness, owner.token), join(harness, viewer.token), await visit()];
      await until(() => ada.isSynced() && eve.isSynced() && visitor.isSynced());
      const dragsOf = ({ messages }: TestClient) => messages.findLast(({ type }) => type === 'drags')?.drags;
      await until(() => dragsOf(visitor) !== undefined);
      expect(dragsOf(visitor)).toEqual([]);
      const matrix = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 3, 0, 0, 1];
      eve.provider.awareness?.setLocalState({ camera: CAMERA, selection: ['box'], drag: matrix });
      await until(() => ada.provider.awareness?.getStates().get(eve.ydoc.clientID)?.camera);
      ada.provider.awareness?.setLocalState({ selection: ['box', 'lamp'], drag: matrix });
      await until(() => (dragsOf(visitor) as unknown[]).length > 0);
      expect(dragsOf(visitor)).toEqual([{ ids: ['box', 'lamp'], matrix }]);
      const late = await visit();
      await until(() => dragsOf(late) !== undefined);
      expect(dragsOf(late)).toEqual(dragsOf(visitor));
      for (const hostile of [
        { selection: ['box'], drag: [...matrix.slice(1), '1'] },
        { selection: [{ id: 'box' }], drag: matrix },
        { selection: Array.from({ length: 101 }, (_, at) => `box-${at}`), drag: matrix },
        { selection: ['x'.repeat(41)], drag: matrix },
      ]) {
        ada.provider.awareness?.setLocalState({ selection: ['box'], drag: matrix });
        await until(() => (dragsOf(visitor) as unknown[]).length > 0);
        ada.provider.awareness?.setLocalState(hostile);
        await until(() => (dragsOf(visitor) as unknown[]).length === 0);
      }
      ada.provider.awareness?.setLocalState({ selection: ['box'], drag: matrix });
      await until(() => (dragsOf(visitor) as unknown[]).length > 0);
      ada.close();
      await until(() => (dragsOf(visitor) as unknown[]).length === 0);
    });

    it('are disconnected when the link stops being live, gets a password or is unpublished', async () => {
      for (const end of [
        { sharing: { live: false } },
        { privacy: 'password', password: 'open sesame' },
        { status: 'draft' },
      ]) {
        await change({ status: 'published', privacy: 'public', sharing: { live: true, expiresAt: null } });
        const visitor = await visit();
        await until(() => visitor.isSynced());
        await change(end);
        await until(() => visitor.closed.includes(4403));
        // It comes back by itself, and is refused with the token that it has.
        await until(() => visitor.refusal() !== null);
        expect((await askLive()).status, JSON.stringify(end)).toBeGreaterThanOrEqual(400);
        visitor.close();
      }
    });

    it('are disconnected when the link expires', async () => {
      const visitor = await visit();
      await until(() => visitor.isSynced());
      // Expiry by the clock writes nothing: the sockets are checked at intervals.
      const passed = JSON.stringify({ live: true, expiresAt: '2020-01-01T00:00:00.000Z' });
      await harness.db.raw('alter table compositions disable trigger user');
      await harness.db('compositions').where({ id }).update({ sharing: passed });
      await harness.db.raw('alter table compositions enable trigger user');
      await until(() => visitor.closed.includes(4403));
    });

    it('cannot open a scene twice over one socket', async () => {
      const visitor = await visit();
      await until(() => visitor.isSynced());
      visitor.provider.configuration.websocketProvider.send(messageTo(`composition.${id}\0again`, 2));
      await until(() => visitor.closed.includes(1008));
    });

    it('enter a scene with a password after unlocking it', async () => {
      await change({ privacy: 'password', password: 'open sesame' });
      expect((await askLive()).status).toBe(423);
      const body = { password: 'open sesame' };
      const { json } = await elsewhere.call('POST', `/api/public/scenes/${id}/unlock`, { body });
      const answer = await askLive(String(json.token));
      expect(answer.status).toBe(200);
      const visitor = join(elsewhere, String(answer.json.token));
      await until(() => visitor.isSynced());
    });
  },
);

/** What asks hocuspocus for everybody in a document. */
const queryAwareness = (sceneId: string) => messageTo(`composition.${sceneId}`, 3);

/** A message of a kind, without anything in it. */
function messageTo(address: string, kind: number): Uint8Array {
  const name = Buffer.from(address);
  return Uint8Array.from([name.length, ...name, kind]);
}
