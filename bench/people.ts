import { setTimeout as sleep } from 'node:timers/promises';
import { type ChunkingSocket, joinScene, type TestClient } from '@diorama/gateway/collab/test-client.ts';
import { addNodes, type NewNode, updateNode } from '@diorama/shared/scene/ops.ts';
import { readDocument, sceneRoots } from '@diorama/shared/scene/ydoc.ts';
import { until } from './until.ts';

/** The scene on a server that the clients join, its access token, and how they connect. */
export type Meeting = { url: string; scene: string; token: string; Socket?: typeof ChunkingSocket };

/** Moves of each client, and their phase. */
export type Pace = { perSecond: number; seconds: number; phase?: number };

/** Clients with the same scene open. Each client moves one node. */
export type People = {
  clients: readonly TestClient[];
  /**
   * All clients move their node at the given rate, until all have the same scene. `phase` from 0 to 1 keeps scenes
   * that start together from moving in the same moment.
   * @returns milliseconds from each move until each other client received it.
   * @throws Error when they do not converge within a minute.
   */
  move(pace: Pace): Promise<number[]>;
  /** @throws Error unless each client has received a move of every person. */
  assertMoved(): void;
  leave(): void;
};

const CONVERGENCE = { withinMs: 60_000 };

const idOf = (person: number) => `person-${person}`;

/** Connects the given number of clients. The first one adds a node for each. */
export async function meet({ url, scene, token, Socket }: Meeting, count: number): Promise<People> {
  const clients = Array.from({ length: count }, () => joinScene(url, scene, token, Socket ? { Socket } : {}));
  await until(() => clients.every((client) => client.isSynced()), CONVERGENCE);
  const [first] = clients;
  if (first && !sceneRoots(first.ydoc).nodes.has(idOf(0))) {
    addNodes(
      first.ydoc,
      clients.map((_, person): NewNode => ({ kind: 'box', id: idOf(person), position: [0, 0, person] })),
    );
  }
  await until(() => clients.every(({ ydoc }) => sceneRoots(ydoc).nodes.size >= count), CONVERGENCE);
  return {
    clients,
    move: (pace) => moveAll(clients, pace),
    assertMoved: () => assertMoved(clients),
    leave: () => {
      for (const client of clients) {
        client.close();
      }
    },
  };
}

function assertMoved(clients: readonly TestClient[]): void {
  for (const { ydoc } of clients) {
    const { nodes } = readDocument(ydoc);
    const resting = clients.filter((_, person) => (nodes[idOf(person)]?.position[0] ?? 0) === 0);
    if (resting.length > 0) {
      throw new Error(`A client has no move of ${resting.length} people`);
    }
  }
}

/** Disconnects the clients of several scenes. */
export function leaveAll(meetings: readonly People[]): void {
  for (const people of meetings) {
    people.leave();
  }
}

/** Each move carries its time of creation. All clients run in this process and share one clock. */
async function moveAll(
  clients: readonly TestClient[],
  { perSecond, seconds, phase = 0 }: Pace,
): Promise<number[]> {
  const startedAt = performance.now();
  const delays: number[] = [];
  const stops = clients.map(({ ydoc }) => {
    const { nodes } = sceneRoots(ydoc);
    const note: Parameters<typeof nodes.observeDeep>[0] = (events, { local }) => {
      for (const { target } of local ? [] : events) {
        const [madeAt] = target.get('position') as [number];
        delays.push(performance.now() - startedAt - madeAt);
      }
    };
    nodes.observeDeep(note);
    return () => nodes.unobserveDeep(note);
  });
  await Promise.all(
    clients.map(async ({ ydoc }, person) => {
      for (let turn = 0; turn < perSecond * seconds; turn += 1) {
        // Spread over the interval, and by the clock: a late one does not shift those after it.
        const dueAt = ((turn + (person + phase) / clients.length) / perSecond) * 1_000;
        await sleep(Math.max(0, startedAt + dueAt - performance.now()));
        updateNode(ydoc, idOf(person), { position: [performance.now() - startedAt, 0, person] });
      }
    }),
  );
  await until(
    () => new Set(clients.map(({ ydoc }) => JSON.stringify(readDocument(ydoc)))).size === 1,
    CONVERGENCE,
  );
  for (const stop of stops) {
    stop();
  }
  return delays;
}
