import { setTimeout as sleep } from 'node:timers/promises';
import { addNode, updateNode } from '@diorama/shared/scene/ops.ts';
import { joinScene } from '../../collab/test-client.ts';
import { openLiveStream } from '../live-stream.ts';
import { createSceneAt, request, signUpAt } from './attack-target.ts';

const KINDS = ['read', 'list', 'edit', 'change', 'live'] as const;
export type CallKind = (typeof KINDS)[number];
/** Milliseconds of each call, by kind. */
export type CallTimes = Record<CallKind, number[]>;

/** Another user of the same network, who works as people do. */
export type Bystander = {
  scene: string;
  token: string;
  /** Position of the last edit that was made. */
  lastEdit(): number;
  /** Works for so long. @throws Error where a call is refused, or an edit or event takes over a minute. */
  work(durationMs: number): Promise<CallTimes>;
  close(): void;
};

const PAUSE_MS = 60;
const PATIENCE_MS = 60_000;
export const NODE = 'mine';

export async function startBystander(url: string): Promise<Bystander> {
  const token = await signUpAt(url, 'bystander');
  const scene = await createSceneAt(url, token, 'Kitchen');
  const path = `/api/compositions/${scene}`;
  const client = joinScene(url, scene, token);
  const stream = await openLiveStream(url, { authorization: `Bearer ${token}` });
  await until(client.isSynced, 'opening the scene');
  addNode(client.ydoc, { id: NODE, kind: 'box' });
  let edits = 0;
  let changes = 0;

  const acts: Record<CallKind, () => Promise<unknown>> = {
    read: () => request(url, path, { token }),
    list: () => request(url, '/api/compositions', { token }),
    edit: async () => {
      edits += 1;
      updateNode(client.ydoc, NODE, { position: [edits, 0, 0] });
      await until(client.isDurable, 'storing an edit');
    },
    change: () => {
      changes += 1;
      const body = JSON.stringify({ name: `Kitchen ${changes}` });
      return request(url, path, { method: 'PATCH', token, body });
    },
    live: async () => {
      // The event of the change before.
      const name = `Kitchen ${changes}`;
      await until(() => stream.messages.some(({ data }) => data.state?.name === name), 'a live event');
      stream.messages.length = 0;
    },
  };
  return {
    scene,
    token,
    lastEdit: () => edits,
    work: async (durationMs) => {
      const times: CallTimes = { read: [], list: [], edit: [], change: [], live: [] };
      const end = performance.now() + durationMs;
      while (performance.now() < end) {
        for (const kind of KINDS) {
          const startedAt = performance.now();
          await acts[kind]();
          times[kind].push(performance.now() - startedAt);
          await sleep(kind === 'change' ? 0 : PAUSE_MS);
        }
      }
      return times;
    },
    close: () => {
      client.close();
      stream.close();
    },
  };
}

async function until(check: () => boolean, what: string): Promise<void> {
  const end = performance.now() + PATIENCE_MS;
  while (!check()) {
    if (performance.now() > end) {
      throw new Error(`${what} took more than a minute`);
    }
    await sleep(2);
  }
}
