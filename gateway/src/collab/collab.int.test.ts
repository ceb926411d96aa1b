import { addNode } from '@diorama/shared/scene/ops.ts';
import { readDocument, sceneRoots } from '@diorama/shared/scene/ydoc.ts';
import { compactScene } from '@diorama/shared/server/db/scene-log.ts';
import { HocuspocusProvider, HocuspocusProviderWebsocket } from '@hocuspocus/provider';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import * as Y from 'yjs';
import { type Harness, type Person, startHarness } from '../test/harness.ts';
import { ACCESS_CHANNEL, SESSION_CHANNEL } from './channels.ts';

/** One person's browser with a scene open. */
type Client = {
  ydoc: Y.Doc;
  /** What the server said is durable. */
  durable: () => Map<number, number>;
  isSynced: () => boolean;
  refusal: () => string | null;
  scope: () => string | null;
  closed: () => number[];
  close: () => void;
};

describe('live scenes', () => {
  let harness: Harness;
  let owner: Person;
  const open: Client[] = [];
  beforeAll(async () => {
    harness = await startHarness();
    owner = await harness.signUp('owner');
    await harness.db('accounts').where({ id: owner.accountId }).update({ plan: 'enterprise' });
  });
  afterEach(() => {
    for (const client of open.splice(0)) {
      client.close();
    }
  });
  afterAll(() => harness.close());

  const createScene = async (): Promise<string> => {
    const { json } = await harness.call('POST', '/api/compositions', { token: owner.token, body: {} });
    return String(json.uuid);
  };

  const join = (id: string, token: string, ydoc = new Y.Doc()): Client => {
    sceneRoots(ydoc);
    const websocketProvider = new HocuspocusProviderWebsocket({
      url: `${harness.url.replace('http', 'ws')}/collab`,
    });
    let durable = new Map<number, number>();
    let refusal: string | null = null;
    let scope: string | null = null;
    const closed: number[] = [];
    const provider = new HocuspocusProvider({
      websocketProvider,
      name: `composition.${id}`,
      document: ydoc,
      token,
      onAuthenticationFailed: ({ reason }) => {
        refusal = reason;
      },
      onAuthenticated: (data) => {
        scope = data?.scope ?? null;
      },
      onStateless: ({ payload }) => {
        const message = JSON.parse(payload);
        if (message.type === 'stored') {
          durable = Y.decodeStateVector(Buffer.from(message.state, 'base64'));
        }
      },
      onClose: ({ event }) => closed.push(event.code),
    });
    provider.attach();
    const client: Client = {
      ydoc,
      durable: () => durable,
      isSynced: () => provider.synced,
      refusal: () => refusal,
      scope: () => scope,
      closed: () => closed,
      close: () => {
        provider.destroy();
        websocketProvider.destroy();
      },
    };
    open.push(client);
    return client;
  };

  const until = (check: () => unknown) => vi.waitUntil(check, { timeout: 30_000, interval: 10 });
  /** Whether the server said that everything this browser did is stored. */
  const isDurable = ({ ydoc, durable }: Client) =>
    (durable().get(ydoc.clientID) ?? 0) >= Y.getState(ydoc.store, ydoc.clientID);
  const addBox = (client: Client, name: string) => addNode(client.ydoc, { kind: 'box', name });
  const namesIn = (ydoc: Y.Doc) =>
    Object.values(readDocument(ydoc).nodes)
      .map((node) => node.name)
      .sort();

  it('shows two people the same scene and says Saved only once it is committed', async () => {
    const id = await createScene();
    const [ada, bob] = [join(id, owner.token), join(id, owner.token)];
    await until(() => ada.isSynced() && bob.isSynced());
    const read = async () =>
      (await harness.call('GET', `/api/compositions/${id}`, { token: owner.token })).json;
    await expect.poll(read).toMatchObject({ session: { people: [{ name: 'owner' }] } });
    addBox(ada, 'from ada');
    addBox(bob, 'from bob');
    await until(() => namesIn(ada.ydoc).length === 2 && namesIn(bob.ydoc).length === 2);
    await until(() => isDurable(ada) && isDurable(bob));
    const stored = await harness.db('composition_updates').where({ composition_id: id });
    expect(stored.length).toBeGreaterThan(0);
    expect(await read()).toMatchObject({
      revision: 1,
      entities: { nodes: 2, triangles: 24 },
      session: { people: [{ name: 'owner' }] },
    });
    expect(await harness.db('composition_updates').where({ composition_id: id })).toEqual([]);
  });

  it('keeps everything that was acknowledged when every gateway forgets it', async () => {
    const id = await createScene();
    const ada = join(id, owner.token);
    await until(ada.isSynced);
    for (let at = 0; at < 30; at += 1) {
      addBox(ada, `box ${at}`);
    }
    await until(() => isDurable(ada));
    ada.close();
    await compactScene(harness.db, id);
    const later = join(id, owner.token);
    await until(() => namesIn(later.ydoc).length === 30);
    expect(Y.encodeStateVector(later.ydoc)).toEqual(Y.encodeStateVector(ada.ydoc));
  });

  it('merges what was edited offline', async () => {
    const id = await createScene();
    const offline = new Y.Doc();
    sceneRoots(offline);
    addNode(offline, { kind: 'sphere', name: 'made offline' });
    const ada = join(id, owner.token);
    await until(ada.isSynced);
    addBox(ada, 'made online');
    const bob = join(id, owner.token, offline);
    await until(() => namesIn(ada.ydoc).length === 2 && namesIn(bob.ydoc).length === 2);
    await until(() => (bob.durable().get(offline.clientID) ?? 0) > 0);
  });

  it('lets viewers look and refuses their writes, and strangers altogether', async () => {
    const id = await createScene();
    const viewer = await harness.signUp('viewer');
    const refused = join(id, viewer.token);
    await until(refused.refusal);
    await harness.db('composition_members').insert({ composition_id: id, user_id: viewer.userId, role: 1 });
    const [ada, looking] = [join(id, owner.token), join(id, viewer.token)];
    await until(() => ada.isSynced() && looking.isSynced());
    expect([ada.scope(), looking.scope()]).toEqual(['read-write', 'readonly']);
    addBox(looking, 'not allowed');
    addBox(ada, 'allowed');
    await until(() => namesIn(looking.ydoc).includes('allowed'));
    expect(namesIn(ada.ydoc)).toEqual(['allowed']);
    const bad = join(id, 'no token');
    await until(bad.refusal);
  });

  it('closes the socket of who loses access or signs out', async () => {
    const id = await createScene();
    const editor = await harness.signUp('editor');
    await harness.db('composition_members').insert({ composition_id: id, user_id: editor.userId, role: 0 });
    const client = join(id, editor.token);
    await until(client.isSynced);
    await harness.db('composition_members').where({ composition_id: id }).delete();
    await harness.deps.bus.publish(ACCESS_CHANNEL, id);
    await until(client.refusal);
    const mine = join(id, owner.token);
    await until(mine.isSynced);
    await harness.db('sessions').where({ user_id: owner.userId }).update({ revoked_at: new Date() });
    const sessions = await harness.db('sessions').where({ user_id: owner.userId });
    await harness.deps.bus.publish(
      SESSION_CHANNEL,
      sessions.map((session) => session.id),
    );
    await until(mine.refusal);
    await harness.db('sessions').where({ user_id: owner.userId }).update({ revoked_at: null });
  });

  it('undoes what is no scene, and throws out who keeps sending it', async () => {
    const id = await createScene();
    const [ada, rogue] = [join(id, owner.token), join(id, owner.token)];
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
    await until(() => rogue.closed().length > 0);
    expect(namesIn(ada.ydoc)).toEqual(['honest']);
    expect(sceneRoots(ada.ydoc).nodes.has('dragon')).toBe(false);
  });

  it('shows a PUT to who has the scene open, and a PUT takes nothing from them', async () => {
    const id = await createScene();
    const ada = join(id, owner.token);
    await until(ada.isSynced);
    addBox(ada, 'live');
    await until(() => (ada.durable().get(ada.ydoc.clientID) ?? 0) > 0);
    const { text } = await harness.call('GET', `/api/compositions/${id}/document`, { token: owner.token });
    const { revision, document } = JSON.parse(text);
    document.nodes.put1 = { kind: 'cone', name: 'put', index: 'a5', props: {} };
    const answer = await harness.call('PUT', `/api/compositions/${id}/document`, {
      token: owner.token,
      body: { document },
      headers: { 'if-match': `"${revision}"` },
    });
    expect(answer.json).toEqual({ revision: revision + 1 });
    await until(() => namesIn(ada.ydoc).length === 2);
    expect(namesIn(ada.ydoc)).toEqual(['live', 'put']);
  });

  it('says who is inside as long as they are, whatever else writes in their name', async () => {
    const id = await createScene();
    const inside = async () => {
      const { json } = await harness.call('GET', `/api/compositions/${id}`, { token: owner.token });
      return (json.session as { people: { uuid: string }[] }).people.map(({ uuid }) => uuid);
    };
    const told = () => harness.db('live_events').where({ resource_id: id, type: 'updated' });
    const client = join(id, owner.token);
    await expect.poll(inside).toEqual([owner.userId]);
    await expect.poll(async () => (await told()).length).toBeGreaterThan(0);
    const put = await harness.call('PUT', `/api/compositions/${id}/document`, {
      token: owner.token,
      headers: { 'if-match': '0' },
      body: { document: { nodes: { box: { kind: 'box' } } } },
    });
    expect(put.status).toBe(200);
    expect(await inside()).toEqual([owner.userId]);
    client.close();
    await expect.poll(inside).toEqual([]);
  });
});
