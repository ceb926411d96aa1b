// @module-tag full
import { once } from 'node:events';
import { addNode, duplicateNodes, removeNodes, updateNode } from '@diorama/shared/scene/ops.ts';
import { applyUpdates, readDocument, sceneRoots } from '@diorama/shared/scene/ydoc.ts';
import { loadScene } from '@diorama/shared/server/scenes/scene-log.queries.ts';
import { FAULTS, type FaultyProxy, startFaultyProxy } from '@diorama/stack/test/faulty-proxy.ts';
import { hasRedis, openTestRedis } from '@diorama/stack/test/redis.ts';
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import * as Y from 'yjs';
import { type Harness, type Person, startHarness, useHarness } from '../test/harness.ts';
import { ChunkingSocket, joinScene, type TestClient } from './test-client.ts';

const YEAR_MS = 365 * 24 * 60 * 60_000;
/** The kind of a message that carries an update, behind the name of its document. */
const UPDATE = [0, 2] as const;

describe('live scenes over a failing network', () => {
  const harness = useHarness();
  let owner: Person;
  const ends: (() => unknown)[] = [];
  beforeAll(async () => {
    owner = await harness.signUp('owner');
    await harness.db('accounts').where({ id: owner.accountId }).update({ plan: 'enterprise' });
  });
  afterEach(async () => {
    for (const end of ends.splice(0).reverse()) {
      await end();
    }
  });

  const until = (check: () => unknown) => vi.waitUntil(check, { timeout: 120_000, interval: 20 });
  const createScene = async () =>
    String((await harness.call('POST', '/api/compositions', { token: owner.token, body: {} })).json.uuid);
  const join = (url: string, id: string, ydoc?: Y.Doc, Socket?: typeof ChunkingSocket): TestClient => {
    const client = joinScene(url, id, owner.token, { ydoc, Socket });
    ends.push(client.close);
    return client;
  };
  const startProxy = async (target: string): Promise<FaultyProxy> => {
    const proxy = await startFaultyProxy(target);
    ends.push(proxy.close);
    return proxy;
  };
  const startNeighbour = async (env: Record<string, string> = {}): Promise<Harness> => {
    const neighbour = await startHarness({ DATABASE_URL: harness.deps.env.databaseUrl, ...env });
    ends.push(neighbour.close);
    return neighbour;
  };

  /** All content and deletions of a document, as bytes that are equal for equal documents. */
  const bytesOf = (ydoc: Y.Doc) => Buffer.from(Y.encodeSnapshot(Y.snapshot(ydoc))).toString('hex');
  const readStored = async (id: string) => {
    const ydoc = new Y.Doc();
    sceneRoots(ydoc);
    applyUpdates(ydoc, (await loadScene(harness.db, id))?.updates ?? []);
    return ydoc;
  };
  /**
   * Waits until all clients and the database have the same document, and checks the messages received
   * until then.
   */
  const expectOneDocument = async (id: string, clients: readonly TestClient[]) => {
    const all = () => [...new Set(clients.map(({ ydoc }) => bytesOf(ydoc)))];
    await until(() => clients.every((client) => client.isDurable()) && all().length === 1);
    const told = clients.flatMap(({ durable }) => [...durable]);
    const early = await readStored(id);
    for (const [author, clock] of told) {
      expect(Y.getState(early.store, author)).toBeGreaterThanOrEqual(clock);
    }
    // State vectors do not cover deletions, so those may arrive a moment later.
    await until(async () => bytesOf(await readStored(id)) === all().join());
    const document = readDocument(await readStored(id));
    for (const { ydoc } of clients) {
      expect(readDocument(ydoc)).toEqual(document);
    }
  };

  it('converge after swallowed, reset and half-closed connections, and report only stored edits as saved', {
    timeout: 1_200_000,
  }, async () => {
    const id = await createScene();
    const neighbour = await startNeighbour();
    const proxies = await Promise.all(FAULTS.map(() => startProxy(harness.url)));
    const people = proxies.map(({ port }) => join(`http://127.0.0.1:${port}`, id));
    const bystander = join(neighbour.url, id);
    const all = [...people, bystander];
    await until(() => all.every((client) => client.isSynced()));
    const made = all.map(({ ydoc }, at) => addNode(ydoc, { kind: 'box', name: `before ${at}` }));
    await until(() => all.every(({ ydoc }) => sceneRoots(ydoc).nodes.size === all.length));
    await expectOneDocument(id, all);

    for (const [at, fault] of FAULTS.entries()) {
      proxies[at]?.fail(fault);
    }
    for (const [at, { ydoc }] of all.entries()) {
      addNode(ydoc, { kind: 'sphere', name: `meanwhile ${at}` });
      updateNode(ydoc, made[0] ?? '', { name: `named by ${at}` });
      removeNodes(
        ydoc,
        [made[(at + 1) % all.length] ?? ''].filter((node) => node !== made[0]),
      );
    }
    await until(bystander.isDurable);
    expect(people.map((client) => client.isDurable())).toEqual(FAULTS.map(() => false));

    for (const proxy of proxies) {
      proxy.heal();
    }
    const names = () => Object.values(readDocument(bystander.ydoc).nodes).map(({ name }) => name);
    await until(() => all.every((_, at) => names().includes(`meanwhile ${at}`)));
    await expectOneDocument(id, all);
  });

  it('converge when messages arrive twice and out of order', async () => {
    const id = await createScene();
    const [ada, bob] = [join(harness.url, id, new Y.Doc(), ShuffledSocket), join(harness.url, id)];
    await until(() => ada.isSynced() && bob.isSynced());
    for (let at = 0; at < 40; at += 1) {
      const mine = addNode(ada.ydoc, { kind: 'box', name: `ada ${at}` });
      const theirs = addNode(bob.ydoc, { kind: 'box', name: `bob ${at}` });
      updateNode(ada.ydoc, mine, { position: [at, 0, 0] });
      updateNode(bob.ydoc, theirs, { position: [0, 0, at] });
      if (at % 3 === 0) {
        removeNodes(ada.ydoc, [mine]);
        removeNodes(bob.ydoc, [theirs]);
      }
      // Lets updates of the other client arrive in between.
      await new Promise((resolve) => setImmediate(resolve));
    }
    await expectOneDocument(id, [ada, bob]);
    expect(Object.keys(readDocument(ada.ydoc).nodes)).toHaveLength(52);
  });

  it('recover a lost message by closing the socket with 4409 and syncing again', async () => {
    const id = await createScene();
    const [ada, bob] = [join(harness.url, id, new Y.Doc(), LossySocket), join(harness.url, id)];
    await until(() => ada.isSynced() && bob.isSynced());
    addNode(ada.ydoc, { kind: 'box', name: LossySocket.lost });
    addNode(ada.ydoc, { kind: 'box', name: 'after it' });
    await expectOneDocument(id, [ada, bob]);
    expect(Object.values(readDocument(bob.ydoc).nodes).map(({ name }) => name)).toEqual(
      expect.arrayContaining([LossySocket.lost, 'after it']),
    );
    expect(ada.closed).toEqual([4409]);
    expect(bob.closed).toEqual([]);
  });

  it('accept offline edits while the scene opens on another gateway, without closing a socket', async () => {
    const id = await createScene();
    const neighbour = await startNeighbour();
    const [ada, bob] = [join(harness.url, id), join(harness.url, id)];
    await until(() => ada.isSynced() && bob.isSynced());
    const theirs = addNode(bob.ydoc, { kind: 'box', name: 'of bob' });
    await until(() => sceneRoots(ada.ydoc).nodes.has(theirs));
    ada.close();
    const offline = addNode(ada.ydoc, { kind: 'box', name: 'offline' });
    // A reloaded page: another author, with the document that the browser kept.
    const reopened = new Y.Doc();
    sceneRoots(reopened);
    Y.applyUpdate(reopened, Y.encodeStateAsUpdate(ada.ydoc));
    const again = join(neighbour.url, id, reopened);
    let edits = 0;
    while (!again.isSynced()) {
      edits += 1;
      updateNode(reopened, offline, { position: [edits, 0, 0] });
      updateNode(reopened, theirs, { position: [edits, 0, 0] });
      await new Promise((resolve) => setTimeout(resolve, 1));
    }
    await expectOneDocument(id, [again, bob]);
    expect(readDocument(bob.ydoc).nodes[theirs]?.position).toEqual([edits, 0, 0]);
    expect([...again.closed, ...bob.closed]).toEqual([]);
  });

  it('close a socket after too many full syncs, and the client reconnects', async () => {
    const id = await createScene();
    const ada = join(harness.url, id);
    await until(ada.isSynced);
    for (let at = 0; at < 10; at += 1) {
      ada.provider.forceSync();
    }
    await until(() => ada.closed.includes(1008));
    await until(ada.isSynced);
  });

  it('on a gateway cut off from Redis still exchange stored edits with other gateways', {
    timeout: 1_200_000,
  }, async ({ skip }) => {
    if (!hasRedis) {
      process.stderr.write('SKIPPED: a gateway cut off from Redis, as redis-server is not on the PATH\n');
      skip();
    }
    const redis = await openTestRedis();
    ends.push(redis.stop);
    const proxy = await startProxy(redis.url);
    const id = await createScene();
    const whole = await startNeighbour({ REDIS_URL: redis.url });
    const cutOff = await startNeighbour({ REDIS_URL: `redis://127.0.0.1:${proxy.port}` });
    const [ada, bob] = [join(whole.url, id), join(cutOff.url, id)];
    await until(() => ada.isSynced() && bob.isSynced());
    addNode(ada.ydoc, { kind: 'box', name: 'before' });
    await until(() => sceneRoots(bob.ydoc).nodes.size === 1);
    for (const fault of ['swallows', 'resets'] as const) {
      proxy.fail(fault);
      addNode(ada.ydoc, { kind: 'box', name: `by ada while it ${fault}` });
      addNode(bob.ydoc, { kind: 'box', name: `by bob while it ${fault}` });
      await expectOneDocument(id, [ada, bob]);
      proxy.heal();
    }
    addNode(bob.ydoc, { kind: 'box', name: 'after' });
    await expectOneDocument(id, [ada, bob]);
    expect(Object.keys(readDocument(ada.ydoc).nodes)).toHaveLength(6);
  });

  it('accept ten megabytes in parts up to the size limit and refuse more with a message', {
    timeout: 1_200_000,
  }, async () => {
    const id = await createScene();
    const [ada, bob] = [join(harness.url, id), join(harness.url, id)];
    await until(() => ada.isSynced() && bob.isSynced());
    const notes = () => [...sceneRoots(ada.ydoc).nodes.keys()];
    ada.ydoc.transact(() => {
      addNode(ada.ydoc, { kind: 'annotation', props: { text: 'x'.repeat(4_000) } });
      while (notes().length < 2_048) {
        duplicateNodes(ada.ydoc, notes());
      }
    });
    expect(Y.encodeStateAsUpdate(ada.ydoc).length).toBeGreaterThan(8_000_000);
    await until(() => sceneRoots(bob.ydoc).nodes.size === 2_048);
    await until(ada.isDurable);
    expect(ada.closed).toEqual([]);
    duplicateNodes(ada.ydoc, notes().slice(0, 1_000));
    await until(() => ada.closed.includes(4413));
    const refusal = { type: 'refused', code: 'document.too-large' };
    expect(ada.messages).toContainEqual(refusal);
    expect([ada.isDurable(), notes().length]).toEqual([false, 3_048]);
    ada.close();
    // Maximum of clients in a scene.
    const note = addNode(bob.ydoc, { kind: 'box', name: 'small' });
    await until(bob.isDurable);
    expect(bob.closed).toEqual([]);
    expect(sceneRoots(await readStored(id)).nodes.has(note)).toBe(true);
  });

  it('close only the sender’s socket for a message of ten megabytes', async () => {
    const id = await createScene();
    const bob = join(harness.url, id);
    await until(bob.isSynced);
    const raw = new WebSocket(`${harness.url.replace('http', 'ws')}/collab`);
    ends.push(() => raw.terminate());
    raw.on('error', () => undefined);
    await once(raw, 'open');
    const closed = once(raw, 'close');
    raw.send(new Uint8Array(10_000_000));
    await closed;
    // A single value that no part can hold.
    const rogue = join(harness.url, id);
    await until(rogue.isSynced);
    const values = Object.entries({ kind: 'annotation', name: 'x'.repeat(10_000_000) });
    sceneRoots(rogue.ydoc).nodes.set('endless', new Y.Map(values));
    await until(() => rogue.closed.length > 0);
    expect(rogue.isDurable()).toBe(false);
    rogue.close();
    addNode(bob.ydoc, { kind: 'box', name: 'unharmed' });
    await expectOneDocument(id, [bob]);
    expect(sceneRoots(bob.ydoc).nodes.has('endless')).toBe(false);
    expect(bob.closed).toEqual([]);
  });

  it('are stored and shown alike by gateways whose clocks are a year off', async () => {
    for (const offsetMs of [YEAR_MS, -YEAR_MS]) {
      const neighbour = await startNeighbour();
      const now = new Date(Date.now() + offsetMs);
      neighbour.clock.set(now);
      harness.clock.set(now);
      ends.push(() => harness.clock.set(new Date()));
      const late = await harness.signUp(`late${Math.sign(offsetMs) + 1}`);
      const { json } = await harness.call('POST', '/api/compositions', { token: late.token, body: {} });
      const id = String(json.uuid);
      const clients = [harness, neighbour].map(({ url }) => joinScene(url, id, late.token));
      ends.push(...clients.map(({ close }) => close));
      await until(() => clients.every((client) => client.isSynced()));
      for (const [at, { ydoc }] of clients.entries()) {
        addNode(ydoc, { kind: 'box', name: `by ${at}` });
      }
      await until(() => clients.every(({ ydoc }) => sceneRoots(ydoc).nodes.size === 2));
      await expectOneDocument(id, clients);
      const inside = async () =>
        (await neighbour.call('GET', `/api/compositions/${id}`, { token: late.token })).json.session;
      await expect.poll(inside, { timeout: 240_000 }).toMatchObject({ people: [{ uuid: late.userId }] });
      const said = await neighbour.call('POST', `/api/compositions/${id}/comments`, {
        token: late.token,
        body: { text: 'When is now?' },
      });
      // Stored times come from the database, independent of the clocks of the gateways.
      const writtenAt = Date.parse(String(said.json.createdAt));
      expect(Math.abs(writtenAt - Date.now())).toBeLessThan(YEAR_MS / 2);
    }
  });
});

/** Loses the update that makes a node of some name. */
class LossySocket extends ChunkingSocket {
  static readonly lost = 'lost on the way';

  override send(message: Uint8Array): void {
    if (!(isUpdate(message) && Buffer.from(message).includes(LossySocket.lost))) {
      super.send(message);
    }
  }
}

/** Sends and receives each update twice, and those of one moment in reverse order. */
class ShuffledSocket extends ChunkingSocket {
  readonly #said = new Shuffle<Uint8Array>((message) => super.send(message));
  readonly #heard = new Shuffle<MessageEvent>((event) => super.onMessage(event));

  override send(message: Uint8Array): void {
    if (isUpdate(message)) {
      this.#said.add(message);
    } else {
      super.send(message);
    }
  }

  override onMessage(event: MessageEvent): void {
    if (isUpdate(new Uint8Array(event.data))) {
      this.#heard.add(event);
    } else {
      super.onMessage(event);
    }
  }
}

/** Collects messages of one moment and releases them twice, in reverse order. */
class Shuffle<Message> {
  readonly #let: (message: Message) => void;
  #held: Message[] = [];

  constructor(letOut: (message: Message) => void) {
    this.#let = letOut;
  }

  add(message: Message): void {
    this.#held.push(message);
    if (this.#held.length === 1) {
      setTimeout(() => {
        for (const held of this.#held.splice(0).reverse()) {
          this.#let(held);
          this.#let(held);
        }
      }, 20);
    }
  }
}

/** Whether a message carries an update. */
function isUpdate(message: Uint8Array): boolean {
  const [length = 0] = message;
  return UPDATE.every((kind, at) => message[1 + length + at] === kind);
}
