import { addNode, removeNodes, updateNode } from '@diorama/shared/scene/ops.ts';
import { addMaterial, updateMaterial } from '@diorama/shared/scene/scene-ops.ts';
import { type Signal, signal } from '@preact/signals-core';
import { beforeEach, describe, expect, it } from 'vitest';
import { TestEditor } from '../../../test/test-editor.ts';
import type { ImportItem } from './import-item.ts';
import { NodeProblemsManager, pinned } from './node-problems.ts';

const MODEL = '/api/assets/1';
const IMAGE = '/api/assets/2';

let editor: TestEditor;
let unloaded: Signal<ReadonlySet<string>>;
let items: Signal<readonly ImportItem[]>;
let nodeProblems: NodeProblemsManager;

const addModel = (name: string) => addNode(editor.ydoc, { kind: 'model', name, props: { asset: MODEL } });
const seen = () => [...nodeProblems.byNode.value.values()];

beforeEach(() => {
  editor = new TestEditor();
  unloaded = signal<ReadonlySet<string>>(new Set());
  items = signal<readonly ImportItem[]>([]);
  nodeProblems = new NodeProblemsManager(editor.scene, { assets: { unloaded }, imports: { items } });
});

describe('the problems of nodes', () => {
  it('name each node whose model could not be loaded, until it loads', () => {
    const nodeId = addModel('Chair');
    addNode(editor.ydoc, { kind: 'box' });
    expect(seen()).toEqual([]);
    unloaded.value = new Set([MODEL]);
    expect(seen()).toEqual([{ nodeId, name: 'Chair', unloaded: [MODEL] }]);
    updateNode(editor.ydoc, nodeId, { name: 'Stool' });
    expect(seen()).toEqual([{ nodeId, name: 'Stool', unloaded: [MODEL] }]);
    unloaded.value = new Set();
    expect(seen()).toEqual([]);
  });

  it('name each node whose material has an image that could not be loaded', () => {
    const material = addMaterial(editor.ydoc, { maps: { color: IMAGE } });
    unloaded.value = new Set([IMAGE]);
    expect(seen()).toEqual([]);
    const nodeId = addNode(editor.ydoc, { kind: 'box', name: 'Wall', material });
    expect(seen()).toEqual([{ nodeId, name: 'Wall', unloaded: [IMAGE] }]);
    updateMaterial(editor.ydoc, material, { maps: { color: null } });
    expect(seen()).toEqual([]);
  });

  it('disappear with their node, and return on undo', () => {
    const id = addModel('Chair');
    unloaded.value = new Set([MODEL]);
    editor.edit(() => removeNodes(editor.ydoc, [id]));
    expect(seen()).toEqual([]);
    editor.history.undo();
    expect(seen()).toHaveLength(1);
  });

  it('omit load failures while the import of the node has failed', () => {
    const nodeId = addModel('Chair');
    unloaded.value = new Set([MODEL]);
    items.value = [
      {
        nodeId,
        name: 'Chair',
        isOwn: true,
        isKept: false,
        phase: { kind: 'failed', reason: null, canRetry: false, lacksFiles: false },
      },
    ];
    expect(seen()).toEqual([{ nodeId, name: 'Chair', unloaded: [] }]);
    items.value = [];
    expect(seen()).toEqual([{ nodeId, name: 'Chair', unloaded: [MODEL] }]);
  });

  it('name texts whose font could not be loaded', () => {
    for (const text of ['Hello', 'Привет']) {
      addNode(editor.ydoc, { kind: 'text', name: text, props: { text } });
    }
    unloaded.value = new Set(['typeface:inter-cyrillic-400-normal.woff']);
    expect(seen().map(({ name }) => name)).toEqual(['Привет']);
    unloaded.value = new Set(['typeface:inter-latin-400-normal.woff']);
    expect(seen()).toHaveLength(2);
  });

  it('are marked in the viewport once for all nodes with the same missing file', () => {
    const [first] = ['Chair', 'Chair 2', 'Chair 3'].map(addModel);
    unloaded.value = new Set([MODEL]);
    expect(seen()).toHaveLength(3);
    expect(pinned(nodeProblems.byNode.value).map(({ nodeId }) => nodeId)).toEqual([first]);
  });
});
