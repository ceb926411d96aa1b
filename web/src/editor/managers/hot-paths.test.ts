import type { Asset } from '@diorama/shared/contract/assets.ts';
import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { LiveDocument, type SceneListener } from '@diorama/shared/scene/live-document.ts';
import { addNode, addNodes, removeNodes, updateNode } from '@diorama/shared/scene/ops.ts';
import { addMaterial } from '@diorama/shared/scene/scene-ops.ts';
import { Box3, Matrix4, Vector3 } from 'three';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { Awareness, applyAwarenessUpdate, encodeAwarenessUpdate } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { SceneGraph } from '../../scene/graph.ts';
import { mayNeedOthers } from '../../scene/needed-assets.ts';
import { Editor } from '../editor.ts';
import { ImportRecords } from '../features/import/model/import-records.ts';
import { ImportsManager } from '../features/import/model/imports.ts';
import { NodeProblemsManager } from '../features/import/model/node-problems.ts';
import { createStoredFiles } from '../features/import/model/stored-files.ts';
import { moveWall } from '../features/walls/model/kernels/move-walls.ts';
import { GROUND } from '../features/walls/model/plan-level.ts';
import { wallsOn } from '../features/walls/model/wall-plan.ts';
import { WallsDrag } from '../features/walls/model/walls-drag.ts';
import { countUses, usesOf } from '../queries/assigned-material.ts';
import { markedNodes, pickNode } from '../queries/pick.ts';
import { draggedWorlds } from '../queries/previews.ts';
import { idsOf } from '../scene-overlay/use-nodes.ts';
import { watch } from '../signals.ts';
import { AssetsManager } from './assets.ts';

const COUNT = 5_000;
const person = (uuid: string) => ({ uuid, name: uuid, avatarUrl: null, avatarColor: '#ffffff' });

/** Ids of accessed nodes, and the number of full listings. */
const visits = { ids: new Set<string>(), lists: 0 };
const spied = new WeakMap<SceneDocument['nodes'], SceneDocument['nodes']>();

/** Proxy that records node accesses. The same nodes get the same proxy, as managers compare identity. */
function spyOnNodes(nodes: SceneDocument['nodes']): SceneDocument['nodes'] {
  const note = (key: string | symbol) => typeof key === 'string' && visits.ids.add(key);
  const spy =
    spied.get(nodes) ??
    new Proxy(nodes, {
      get: (target, key) => {
        note(key);
        return Reflect.get(target, key);
      },
      // Listing keys also requests each descriptor; only the listing counts.
      getOwnPropertyDescriptor: (target, key) => {
        note(key);
        return Reflect.getOwnPropertyDescriptor(target, key);
      },
      ownKeys: (target) => {
        visits.lists += 1;
        return Reflect.ownKeys(target);
      },
    });
  spied.set(nodes, spy);
  return spy;
}

const documents = new WeakMap<SceneDocument, SceneDocument>();
function spyOnDocument(document: SceneDocument): SceneDocument {
  const spy = documents.get(document) ?? { ...document, nodes: spyOnNodes(document.nodes) };
  documents.set(document, spy);
  return spy;
}

let editor: Editor;
let awareness: Awareness;
let boxes: string[];
let marked: string[];

beforeEach(() => {
  const read = Object.getOwnPropertyDescriptor(LiveDocument.prototype, 'document')?.get;
  vi.spyOn(LiveDocument.prototype, 'document', 'get').mockImplementation(function (this: LiveDocument) {
    return spyOnDocument(read?.call(this));
  });
  const { subscribe } = LiveDocument.prototype;
  vi.spyOn(LiveDocument.prototype, 'subscribe').mockImplementation(function (
    this: LiveDocument,
    listener: SceneListener,
  ) {
    return subscribe.call(this, (document, ...rest) => listener(spyOnDocument(document), ...rest));
  });
  const ydoc = new Y.Doc();
  boxes = addNodes(
    ydoc,
    Array.from({ length: COUNT }, (_, i) => ({ kind: 'box' as const, position: [i, 0, 0] as const })),
  );
  marked = addNodes(ydoc, [{ kind: 'pointLight' }, { kind: 'model', props: { asset: '/api/assets/1' } }]);
  awareness = new Awareness(ydoc);
  editor = new Editor({ ydoc, presence: { awareness, person: person('me') } });
  editor.camera.resize(800, 600);
});
afterEach(() => {
  editor.dispose();
  awareness.destroy();
  vi.restoreAllMocks();
});

/** Runs an action and returns the nodes that it accessed. */
function visitsOf(act: () => void): { ids: string[]; lists: number } {
  visits.ids.clear();
  visits.lists = 0;
  act();
  return { ids: [...visits.ids].sort(), lists: visits.lists };
}

function openManagers(): void {
  const port = { get: async () => ({}) as Asset, subscribe: () => () => undefined };
  const storage = { getItem: () => null, setItem: () => undefined, removeItem: () => undefined };
  const assets = new AssetsManager(port, editor.scene);
  const records = new ImportRecords('scene', storage);
  const send = () => Promise.reject(new Error('nothing is sent'));
  const imports = new ImportsManager(editor, {
    assets,
    kept: createStoredFiles(null),
    records,
    send,
    importAgain: () => Promise.reject(new Error('It is not asked for')),
    discard: () => undefined,
  });
  new NodeProblemsManager(editor.scene, { assets, imports });
}

it('an edit of one of 5,000 nodes makes scene subscribers visit only that node', () => {
  openManagers();
  const graph = new SceneGraph();
  graph.update(editor.scene.document.value.nodes);
  let before = editor.scene.document.value;
  editor.scene.onChange((document, change) => {
    graph.update(document.nodes, change.nodes);
    mayNeedOthers(before, document, change);
    before = document;
  });
  expect(editor.scene.hierarchy.parentOf.size).toBeGreaterThan(0);
  const [box = ''] = boxes;
  const visited = visitsOf(() => updateNode(editor.ydoc, box, { position: [0, 1, 0], name: 'Moved' }));
  expect(visited).toEqual({ ids: [box], lists: 0 });
});

it('marker drawing and picking visit only marked nodes and hit nodes', () => {
  const [, box = ''] = boxes;
  editor.undrawn.value = new Set(marked.slice(1));
  const whole = { slot: null, part: null, triangle: null, spot: null };
  const hit = { ...whole, id: box, point: new Vector3(), normal: new Vector3(0, 1, 0), distance: 1 };
  editor.attach({
    hits: () => [hit],
    shownBoxes: () => [],
    ownBoxOf: () => new Box3(),
    boundsOf: () => new Box3(),
    isDrawn: () => false,
    textureBytes: () => 0,
    partsOf: () => [],
    picture: () => Promise.resolve(null),
    showAs: () => undefined,
    placeAtSurfacePoint: () => false,
    depth: () => Promise.resolve(null),
    onDrawn: () => () => undefined,
    invalidate: () => undefined,
  });
  expect(editor.scene.hierarchy.parentOf.size).toBeGreaterThan(0);
  const marks = visitsOf(() => markedNodes(editor));
  expect(marks).toEqual({ ids: [...marked].sort(), lists: 0 });
  const picked = visitsOf(() => expect(pickNode(editor, { x: 1, y: 1 })?.id).toBe(box));
  expect(picked).toEqual({ ids: [...marked, box].sort(), lists: 0 });
});

it('a remote drag visits only the nodes that the remote user holds', () => {
  const [box = ''] = boxes;
  const other = new Awareness(new Y.Doc());
  const drag = new Matrix4().makeTranslation(1, 0, 0).elements;
  other.setLocalState({ person: person('other'), selection: [box], drag });
  expect(editor.scene.hierarchy.parentOf.size).toBeGreaterThan(0);
  let worlds = new Map<string, Matrix4>() as ReadonlyMap<string, Matrix4>;
  const visited = visitsOf(() => {
    applyAwarenessUpdate(awareness, encodeAwarenessUpdate(other, [other.clientID]), 'test');
    worlds = draggedWorlds(editor);
  });
  other.destroy();
  expect([...worlds.keys()]).toEqual([box]);
  expect(visited).toEqual({ ids: [box], lists: 0 });
});

it('a wall drag visits only walls', () => {
  const walls = [0, 1].map((z) =>
    addNode(editor.ydoc, { kind: 'wall', props: { start: [0, z * 5], end: [3, z * 5] } }),
  );
  expect(editor.scene.hierarchy.parentOf.size).toBeGreaterThan(0);
  const visited = visitsOf(() => {
    const drag = new WallsDrag(editor, { id: walls[0] ?? '', level: GROUND });
    for (const aside of [-0.5, -1]) {
      const plan = moveWall(drag.there, walls[0] ?? '', aside);
      expect(plan).not.toBeNull();
      drag.move(plan ?? { create: [], update: [], remove: [] });
    }
    drag.commit();
  });
  expect(visited).toEqual({ ids: walls.toSorted(), lists: 0 });
});

it('an edited wall is recomputed while other walls keep their cached plan', () => {
  const [one = '', other = ''] = [0, 1].map((z) =>
    addNode(editor.ydoc, { kind: 'wall', props: { start: [0, z * 5], end: [3, z * 5] } }),
  );
  const before = wallsOn(editor, GROUND).walls;
  updateNode(editor.ydoc, one, { props: { curve: 1 } });
  const after = wallsOn(editor, GROUND).walls;
  expect(after.get(one)).toMatchObject({ curve: 1 });
  expect(after.get(other)).toBe(before.get(other));
});

it('usesOf finds the nodes with a material without visiting other nodes', () => {
  const [plain = '', painted = ''] = boxes;
  const oak = addMaterial(editor.ydoc, { name: 'Oak' });
  const wall = addNode(editor.ydoc, { kind: 'wall', props: { materials: { left: oak } } });
  updateNode(editor.ydoc, painted, { material: oak });
  expect(editor.scene.hierarchy.parentOf.size).toBeGreaterThan(0);
  expect(visitsOf(() => expect(countUses(editor, oak)).toBe(2))).toEqual({ ids: [], lists: 0 });
  const visited = visitsOf(() =>
    expect(new Set(usesOf(editor, oak))).toEqual(
      new Set([
        { id: painted, slot: null },
        { id: wall, slot: 'left' },
      ]),
    ),
  );
  expect(visited).toEqual({ ids: [painted, wall].sort(), lists: 0 });
  updateNode(editor.ydoc, painted, { material: null });
  updateNode(editor.ydoc, plain, { material: oak });
  removeNodes(editor.ydoc, [wall]);
  expect(usesOf(editor, oak)).toEqual([{ id: plain, slot: null }]);
});

it('idsOf visits only the changed node and fires only when the list changes', () => {
  const ids = idsOf(editor.scene, (kind) => kind === 'box');
  const tell = vi.fn();
  const stop = watch(() => ids.value, tell);
  const [box = ''] = boxes;
  const visited = visitsOf(() => updateNode(editor.ydoc, box, { position: [0, 3, 0] }));
  expect([visited, tell.mock.calls.length]).toEqual([{ ids: [box], lists: 0 }, 0]);
  removeNodes(editor.ydoc, [box]);
  expect([ids.value.length, tell.mock.calls.length]).toEqual([COUNT - 1, 1]);
  stop();
});
