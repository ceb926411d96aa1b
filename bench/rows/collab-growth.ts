import { addNodes, type NewNode, updateNode } from '@diorama/shared/scene/ops.ts';
import { TestEditor } from '@diorama/web/editor/test/test-editor.ts';
import { openWorkbench } from '@diorama/web/test/open-workbench.ts';
import * as Y from 'yjs';
import { type Measured, ROUNDS, summarise, timesOfParts } from '../measure.ts';
import { atMost, medianOf, type Row } from '../row.ts';

const NODES = 500;
/** Each thing in turn: ten minutes at sixty frames a second in all. */
const FRAMES_A_DRAG = 72;
const NODES_TO_OPEN = 5_000;
/** Rounds that are not counted. */
const WARM_UP = 2;
/** How far a drag goes, in pixels of a view of 800 × 600. */
const DRAG_PX = 9;

const idOf = (at: number) => `thing-${at}`;

/** Creates `count` boxes in rows on the ground, a metre apart. */
function boxes(count: number): NewNode<'box'>[] {
  const side = Math.ceil(Math.sqrt(count));
  return Array.from({ length: count }, (_, at) => ({
    kind: 'box',
    id: idOf(at),
    name: `Box ${at + 1}`,
    position: [(at % side) - side / 2, 0.25, Math.floor(at / side) - side / 2],
    props: { size: [0.5, 0.5, 0.5] },
  }));
}

/** Bytes of the server's document before and after, number of updates, and bytes sent. */
type Written = { before: number; after: number; updates: number; sent: number };

/** Hands everything that `act` writes to a server's document. @throws Error unless every box has moved. */
function write(editor: TestEditor, act: () => void): Written {
  addNodes(editor.ydoc, boxes(NODES));
  const server = new Y.Doc();
  Y.applyUpdate(server, Y.encodeStateAsUpdate(editor.ydoc));
  const size = () => Y.encodeStateAsUpdate(server).length;
  const written: Written = { before: size(), after: 0, updates: 0, sent: 0 };
  editor.ydoc.on('update', (update: Uint8Array) => {
    written.updates += 1;
    written.sent += update.length;
    Y.applyUpdate(server, update);
  });
  const starts = boxes(NODES).map(({ position }) => String(position));
  act();
  const moved = starts.filter((start, at) => String(editor.scene.node(idOf(at))?.position) !== start);
  editor.dispose();
  if (moved.length < NODES) {
    throw new Error(`Only ${moved.length} of ${NODES} things were moved`);
  }
  return { ...written, after: size() };
}

/** Pointer position at which a box is grabbed, and those of the following frames. */
function pathOf(editor: TestEditor, at: number): { from: [number, number]; steps: [number, number][] } {
  const { position } = boxes(NODES)[at] ?? {};
  const [x, y] = editor.screen(...(position as [number, number, number]));
  const steps = Array.from({ length: FRAMES_A_DRAG }, (_, frame): [number, number] => [
    x + (DRAG_PX * (frame + 1)) / FRAMES_A_DRAG,
    y,
  ]);
  return { from: [x, y], steps };
}

function openEditor(): TestEditor {
  const editor = new TestEditor();
  editor.tools.use('select');
  const { position, target } = editor.camera.pose.value;
  editor.camera.set({
    position: position.clone().set(0, 45, 0.5),
    target: target.clone().set(0, 0, 0),
    fov: 40,
  });
  return editor;
}

/** As people drag in the editor. */
function dragAll(): Written {
  const editor = openEditor();
  return write(editor, () => {
    for (let at = 0; at < NODES; at += 1) {
      const { from, steps } = pathOf(editor, at);
      editor.pointerMove(...from).pointerDown(...from);
      for (const step of steps) {
        editor.pointerMove(...step);
      }
      editor.pointerUp();
    }
  });
}

/** As an editor that writes wherever things are in each frame; all are on the move at once, by many hands. */
function writeEachFrame(): Written {
  const editor = openEditor();
  const starts = boxes(NODES).map(({ position = [0, 0, 0] }) => position);
  return write(editor, () => {
    for (let frame = 1; frame <= FRAMES_A_DRAG; frame += 1) {
      for (const [at, [x, y, z]] of starts.entries()) {
        updateNode(editor.ydoc, idOf(at), { position: [x + frame / 137, y, z] });
      }
    }
  });
}

/** Opens a scene in a browser, in the editor and with Yjs alone, and measures the milliseconds of both. */
async function timeOpening(state: Uint8Array): Promise<Measured[]> {
  const { page, close } = await openWorkbench();
  try {
    return await timesOfParts(['editor', 'Yjs'] as const, { warmUp: WARM_UP, turns: ROUNDS }, async () => {
      const { ms, yjsMs, count } = await page.evaluate(
        (bytes) => window.workbench.timeOpening(Uint8Array.from(atob(bytes), (sign) => sign.charCodeAt(0))),
        Buffer.from(state).toString('base64'),
      );
      if (count !== NODES_TO_OPEN) {
        throw new Error(`The editor knows ${count} of ${NODES_TO_OPEN} things`);
      }
      return { editor: ms, Yjs: yjsMs };
    });
  } finally {
    await close();
  }
}

export const collabGrowth: Row = {
  name: 'collab-growth',
  what: `a scene after ten minutes in which ${NODES} things were dragged, in times of what it was before`,
  run: async () => {
    const ours = dragAll();
    const frames = writeEachFrame();
    const large = new Y.Doc();
    addNodes(large, boxes(NODES_TO_OPEN));
    const state = Y.encodeStateAsUpdate(large);
    const opening = await timeOpening(state);
    const [editor, yjs] = [medianOf(opening, 'editor'), medianOf(opening, 'Yjs')];
    const growth = ({ before, after }: Written) => after / before;
    const told = (name: string, { updates, sent }: Written) =>
      `${name}: ${updates} updates of ${Math.round(sent / 1_000)} kB in all`;
    return {
      unit: '×',
      measured: [summarise('diorama', [growth(ours)]), summarise('a write a frame', [growth(frames)])],
      goals: [
        atMost('of what it was', growth(ours), 1.6),
        atMost(`to open ${NODES_TO_OPEN} things, of Yjs alone`, editor / yjs, 2),
      ],
      notes: [
        `opening: ${editor.toFixed(0)} ms, Yjs alone ${yjs.toFixed(0)} ms`,
        told('diorama', ours),
        told('a write a frame', frames),
      ],
    };
  },
};
