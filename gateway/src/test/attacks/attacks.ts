import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { addNode, updateNode } from '@diorama/shared/scene/ops.ts';
import { triangleGlb } from '@diorama/stack/test/tiny-files.ts';
import * as Y from 'yjs';
import { joinScene, type TestClient } from '../../collab/test-client.ts';
import { openLiveStream } from '../live-stream.ts';
import { multipartForm } from '../multipart-form.ts';
import { type AttackTarget, largeDocument } from './attack-target.ts';
import { encodePresence } from './presence-message.ts';
import { joinUnread, requestUnread } from './raw-socket.ts';

/** Position of each node at the end, by the id of the node. */
export type FinalEdits = Record<string, number>;
type Attack = (target: AttackTarget, signal: AbortSignal) => Promise<FinalEdits>;

/** An attacker's clients may wait behind the other attacks of the same user. */
const SETTLE_MS = 30_000;
/** Edits of one socket that are not stored yet. A client that waits for none only fills its own buffers. */
const UNSTORED_EDITS = 1_000;
const NODES_EACH = 200;
const NO_EDITS: FinalEdits = {};

/** Repeats an action in several lanes until the attack ends. A refusal does not end the attack. */
async function repeat(
  signal: AbortSignal,
  { lanes, pauseMs }: { lanes: number; pauseMs: number },
  act: (lane: number) => Promise<unknown>,
): Promise<FinalEdits> {
  const run = async (_: unknown, lane: number) => {
    while (!signal.aborted) {
      await act(lane).catch(() => undefined);
      await sleep(pauseMs);
    }
  };
  await Promise.all(Array.from({ length: lanes }, run));
  return NO_EDITS;
}

/** Resolves once the attack ends, at once after its end. */
const aborted = (signal: AbortSignal): Promise<unknown> =>
  signal.aborted ? Promise.resolve() : once(signal, 'abort');

async function until(check: () => boolean, withinMs: number): Promise<void> {
  const end = performance.now() + withinMs;
  while (!check() && performance.now() < end) {
    await sleep(10);
  }
}

/** Holds raw sockets that read nothing, and opens new ones for those that are closed. */
function holdUnread(signal: AbortSignal, count: number, open: () => Promise<Socket>): Promise<FinalEdits> {
  return repeat(signal, { lanes: count, pauseMs: 200 }, async () => {
    const socket = await open();
    await Promise.race([once(socket, 'close'), aborted(signal)]);
    socket.destroy();
  });
}

const presence: Attack = async ({ url, token, scenes }, signal) => {
  const ids = Array.from({ length: 500 }, (_, at) => 1_000_000 + at);
  const invent = repeat(signal, { lanes: 3, pauseMs: 20 }, async () => {
    const client = joinScene(url, scenes.presence, token);
    await until(() => client.isSynced() || client.closed.length > 0, 5_000);
    for (let clock = 1; clock <= 50; clock += 1) {
      client.provider.configuration.websocketProvider.send(encodePresence(scenes.presence, ids, clock));
      await sleep(2);
    }
    client.close();
  });
  const watching = Array.from({ length: 3 }, () => joinScene(url, scenes.presence, token));
  const move = repeat(signal, { lanes: watching.length, pauseMs: 2 }, async (lane) => {
    const text = 'x'.repeat(1_000);
    watching[lane]?.provider.awareness?.setLocalState({ cursor: [performance.now(), 0, 0], text });
  });
  await Promise.all([invent, move]);
  for (const client of watching) {
    client.close();
  }
  return NO_EDITS;
};

const unstoredOf = ({ ydoc, durable }: TestClient) =>
  Y.getState(ydoc.store, ydoc.clientID) - (durable.get(ydoc.clientID) ?? 0);

/** Five sockets edit one scene as fast as their edits are stored. */
const edits: Attack = async ({ url, token, scenes }, signal) => {
  const clients = Array.from({ length: 5 }, () => joinScene(url, scenes.edits, token));
  await until(() => clients.every((client) => client.isSynced()), SETTLE_MS);
  const final: FinalEdits = {};
  const made = clients.map(() => 0);
  await repeat(signal, { lanes: clients.length, pauseMs: 1 }, async (lane) => {
    const client = clients[lane];
    const at = made[lane] ?? 0;
    if (!client || unstoredOf(client) > UNSTORED_EDITS) {
      return;
    }
    const id = `edit-${lane}-${at % NODES_EACH}`;
    const position: [number, number, number] = [at, lane, 0];
    if (at < NODES_EACH) {
      addNode(client.ydoc, { id, kind: 'box', position });
    } else {
      updateNode(client.ydoc, id, { position });
    }
    final[id] = at;
    made[lane] = at + 1;
  });
  await until(() => clients.every((client) => client.isDurable()), SETTLE_MS);
  for (const client of clients) {
    client.close();
  }
  return final;
};

/** Twenty sockets ask for scenes again and again without reading. */
const unreadSockets: Attack = ({ url, token, scenes }, signal) =>
  holdUnread(signal, 20, () => joinUnread(url, { scene: scenes.document, token, times: 20 }));

const unreadAnswers: Attack = ({ url, token, scenes }, signal) => {
  const path = `/api/compositions/${scenes.document}/document`;
  return holdUnread(signal, 20, () => requestUnread(url, { path, token, times: 20 }));
};

const unreadDownloads: Attack = ({ url, file }, signal) =>
  holdUnread(signal, 40, () => requestUnread(url, { path: file, times: 5 }));

/** Sixty live streams and a workspace that changes all the time. */
const streams: Attack = async ({ url, token, scenes }, signal) => {
  const authorization = `Bearer ${token}`;
  const listen = repeat(signal, { lanes: 60, pauseMs: 50 }, async () => {
    const stream = await openLiveStream(url, { authorization });
    await Promise.race([stream.ended, aborted(signal)]);
    stream.close();
  });
  const change = repeat(signal, { lanes: 2, pauseMs: 10 }, async (lane) => {
    const answer = await fetch(`${url}/api/compositions/${scenes.presence}`, {
      method: 'PATCH',
      headers: { authorization, 'content-type': 'application/json' },
      body: JSON.stringify({ name: `Scene ${lane} ${performance.now()}` }),
    });
    await answer.arrayBuffer();
  });
  await Promise.all([listen, change]);
  return NO_EDITS;
};

/** Reads and replaces a document of 9 MB without a pause. */
const documents: Attack = async ({ url, token, scenes }, signal) => {
  const path = `${url}/api/compositions/${scenes.document}/document`;
  const authorization = `Bearer ${token}`;
  const text = largeDocument();
  const read = repeat(signal, { lanes: 4, pauseMs: 5 }, async () => {
    await (await fetch(path, { headers: { authorization } })).arrayBuffer();
  });
  const replace = repeat(signal, { lanes: 2, pauseMs: 5 }, async () => {
    const current = await fetch(path, { method: 'HEAD', headers: { authorization } });
    const revision = /\d+/.exec(current.headers.get('etag') ?? '')?.[0] ?? '0';
    const answer = await fetch(path, {
      method: 'PUT',
      headers: { authorization, 'content-type': 'application/json', 'if-match': revision },
      body: text.replace(/Box 1 x+/, `Box ${performance.now()}`),
    });
    await answer.arrayBuffer();
  });
  await Promise.all([read, replace]);
  return NO_EDITS;
};

/** Uploads large files of two kinds without a pause. */
const uploads: Attack = ({ url, token }, signal) => {
  const files = [
    { name: 'large.glb', bytes: triangleGlb({ unused: 20_000_000 }) },
    { name: 'broken.glb', bytes: new Uint8Array(20_000_000) },
  ];
  return repeat(signal, { lanes: 6, pauseMs: 20 }, async (lane) => {
    const { name, bytes } = files[lane % files.length] ?? { name: '', bytes: new Uint8Array() };
    const answer = await fetch(`${url}/api/assets/upload`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: multipartForm({ type: '2' }, ['file', name, bytes]),
    });
    await answer.arrayBuffer();
  });
};

/** What one signed-in user can do to a gateway, by name. */
export const ATTACKS = {
  presence,
  edits,
  'unread-sockets': unreadSockets,
  'unread-answers': unreadAnswers,
  'unread-downloads': unreadDownloads,
  streams,
  documents,
  uploads,
} as const satisfies Record<string, Attack>;
export type AttackName = keyof typeof ATTACKS;
export const ATTACK_NAMES = Object.keys(ATTACKS) as AttackName[];
