import { addNode, removeNodes, updateNode } from '@diorama/shared/scene/ops.ts';
import { addMaterial, updateMaterial } from '@diorama/shared/scene/scene-ops.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { Store } from '../store.ts';
import { TestEditor } from '../test/test-editor.ts';
import type { ImportItem } from './import-item.ts';
import { NodeProblemsManager, pinned } from './node-problems.ts';

const MODEL = '/api/assets/1';
const IMAGE = '/api/assets/2';

let editor: TestEditor;
let unloaded: Store<ReadonlySet<string>>;
let imports: Store<readonly ImportItem[]>;
let nodeProblems: NodeProblemsManager;

const addModel = (name: string) => addNode(editor.ydoc, { kind: 'model', name, props: { asset: MODEL } });
const seen = () => [...nodeProblems.get().values()];

beforeEach(() => {
  editor = new TestEditor();
  unloaded = new Store<ReadonlySet<string>>(new Set());
  imports = new Store<readonly ImportItem[]>([]);
  nodeProblems = new NodeProblemsManager(editor.scene, { assets: { unloaded }, imports });
});

describe('The troubles of a scene', () => {
  it('name each node whose model could not be loaded, until it is', () => {
    const nodeId = addModel('Chair');
    addNode(editor.ydoc, { kind: 'box' });
    expect(seen()).toEqual([]);
    unloaded.set(new Set([MODEL]));
    expect(seen()).toEqual([{ nodeId, name: 'Chair', unloaded: [MODEL] }]);
    updateNode(editor.ydoc, nodeId, { name: 'Stool' });
    expect(seen()).toEqual([{ nodeId, name: 'Stool', unloaded: [MODEL] }]);
    unloaded.set(new Set());
    expect(seen()).toEqual([]);
  });

  it('name each node that wears a material whose picture could not be loaded', () => {
    const material = addMaterial(editor.ydoc, { maps: { color: IMAGE } });
    unloaded.set(new Set([IMAGE]));
    expect(seen()).toEqual([]);
    const nodeId = addNode(editor.ydoc, { kind: 'box', name: 'Wall', material });
    expect(seen()).toEqual([{ nodeId, name: 'Wall', unloaded: [IMAGE] }]);
    updateMaterial(editor.ydoc, material, { maps: { color: null } });
    expect(seen()).toEqual([]);
  });

  it('go with their node, and come back with it', () => {
    const id = addModel('Chair');
    unloaded.set(new Set([MODEL]));
    editor.edit(() => removeNodes(editor.ydoc, [id]));
    expect(seen()).toEqual([]);
    editor.history.undo();
    expect(seen()).toHaveLength(1);
  });

  it('are those of the import where an import came to nothing', () => {
    const nodeId = addModel('Chair');
    unloaded.set(new Set([MODEL]));
    imports.set([
      {
        nodeId,
        name: 'Chair',
        isOwn: true,
        isKept: false,
        phase: { kind: 'failed', reason: null, canRetry: false, lacksFiles: false },
      },
    ]);
    expect(seen()).toEqual([{ nodeId, name: 'Chair', unloaded: [] }]);
    imports.set([]);
    expect(seen()).toEqual([{ nodeId, name: 'Chair', unloaded: [MODEL] }]);
  });

  it('are marked in the view once for all nodes that miss the same', () => {
    const [first] = ['Chair', 'Chair 2', 'Chair 3'].map(addModel);
    unloaded.set(new Set([MODEL]));
    expect(seen()).toHaveLength(3);
    expect(pinned(nodeProblems.get()).map(({ nodeId }) => nodeId)).toEqual([first]);
  });
});
