import { setTimeout as sleep } from 'node:timers/promises';
import { joinScene, type TestClient } from '@diorama/gateway/collab/test-client.ts';
import { addNodes, type NewNode, type NodePatch, updateNode } from '@diorama/shared/scene/ops.ts';
import { readDocument, toYDoc } from '@diorama/shared/scene/ydoc.ts';
import { compactScene, findBacklog } from '@diorama/shared/server/scenes/scene-log.queries.ts';
import * as Y from 'yjs';
import { summarise } from '../measure.ts';
import { openProduct } from '../product.ts';
import { atMost, type Row } from '../row.ts';
import { until } from '../until.ts';

const NODES = 500;
const EDITS = 10_000;
const KB = 1_000;
/** Number of edits before a pause for the connection. */
const BREATH = 100;

type Opening = { bytes: number; ms: number };

const PATCHES: readonly ((turn: number) => NodePatch<'box'>)[] = [
  (turn) => ({ position: [turn / 7, 0, turn % 90] }),
  (turn) => ({ name: `Thing ${turn}` }),
  (turn) => ({ props: { size: [1 + turn / EDITS, 1, 1] } }),
];

/** Creates a scene and edits transforms, names and sizes repeatedly. */
async function edit({ ydoc, isDurable }: TestClient): Promise<void> {
  const boxes = Array.from({ length: NODES }, (_, at): NewNode => ({ kind: 'box', id: `thing-${at}` }));
  addNodes(ydoc, boxes);
  for (let turn = 0; turn < EDITS; turn += 1) {
    const id = `thing-${(turn * 37) % NODES}`;
    const way = Math.floor(turn / NODES) % PATCHES.length;
    updateNode<'box'>(ydoc, id, PATCHES[way]?.(turn) ?? {});
    if (turn % BREATH === 0) {
      await sleep(1);
    }
  }
  await until(isDurable);
}

/** Opens the scene like a browser without a cached copy. */
async function open(url: string, scene: string, token: string): Promise<Opening> {
  const startedAt = performance.now();
  const client = joinScene(url, scene, token);
  let bytes = 0;
  client.provider.on('message', ({ event }: { event: { data: ArrayBuffer } }) => {
    bytes += event.data.byteLength;
  });
  await until(client.isSynced);
  const opening = { bytes, ms: performance.now() - startedAt };
  client.close();
  return opening;
}

export const collabOpen: Row = {
  name: 'collab-open',
  what: `a scene with ${EDITS} edits of history is opened: what comes over the line, against the scene merged`,
  run: async () => {
    await using product = await openProduct();
    const { db, stack, token, account } = product;
    const { uuid } = await product.api('POST', '/api/compositions', { name: 'Long story', account });
    const scene = String(uuid);
    const author = joinScene(stack.url, scene, token);
    await until(author.isSynced);
    await edit(author);
    const afresh = Y.encodeStateAsUpdate(toYDoc(readDocument(author.ydoc))).length;
    author.close();
    const backlog = await findBacklog(db, scene);
    const early = await open(stack.url, scene, token);
    await compactScene(db, scene);
    const row = await db('composition_documents').where({ composition_id: scene }).first('snapshot');
    const compacted = row?.snapshot.length ?? 0;
    const late = await open(stack.url, scene, token);
    const bytes = (name: string, count: number) => summarise(name, [count / KB]);
    return {
      unit: 'kB',
      measured: [
        bytes('merged', compacted),
        bytes('over the line', early.bytes),
        bytes('over the line, once merged', late.bytes),
        bytes('as if made afresh', afresh),
      ],
      goals: [atMost('of the merged scene', early.bytes / compacted, 1.5)],
      notes: [
        `opened in ${early.ms.toFixed(0)} ms, once merged in ${late.ms.toFixed(0)}; ${Math.round((backlog?.bytes ?? 0) / KB)} kB waited to be merged before`,
      ],
    };
  },
};
