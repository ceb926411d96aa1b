import { parseDocument } from '@diorama/shared/scene/document.ts';
import { addNode, updateNode } from '@diorama/shared/scene/ops.ts';
import { toYDoc } from '@diorama/shared/scene/ydoc.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import * as Y from 'yjs';
import { TestEditor } from '../../../test/test-editor.ts';
import { detachSelection, makeComponentOfSelection, sceneComponents } from './components.ts';

const SCENE = parseDocument({
  nodes: {
    chair: { kind: 'group', name: 'Chair', position: [1, 0, 0] },
    seat: { kind: 'box', name: 'Seat', parent: 'chair' },
    leg: { kind: 'box', name: 'Leg', parent: 'chair', index: 'a1' },
  },
  materials: { oak: {} },
});

let ana: TestEditor;
let bob: TestEditor;
let cai: TestEditor;

beforeEach(() => {
  const docs = [toYDoc(SCENE), new Y.Doc(), new Y.Doc()];
  for (const [i, doc] of docs.entries()) {
    for (const other of docs.filter((_, j) => j !== i)) {
      Y.applyUpdate(other, Y.encodeStateAsUpdate(doc), 'network');
      doc.on('update', (update: Uint8Array, origin: unknown) => {
        if (origin !== 'network') {
          Y.applyUpdate(other, update, 'network');
        }
      });
    }
  }
  [ana = new TestEditor(), bob = ana, cai = ana] = docs.map((ydoc) => new TestEditor({ ydoc }));
});

/** Kind, parent, position and material of the shown nodes by name. */
function shownTo({ scene }: TestEditor): Record<string, unknown[]> {
  const { nodes } = scene.document.value;
  const nameOf = (id: string | null) => (id === null ? null : (nodes[id]?.name ?? 'gone'));
  return Object.fromEntries(
    Object.entries(nodes).map(([id, { kind, parent, position, material }]) => [
      `${nameOf(parent) ?? ''}/${nameOf(id)}`,
      [kind, position.join(), material],
    ]),
  );
}

const makeComponent = () => {
  ana.selection.set(['chair']);
  makeComponentOfSelection(ana, 'Chair');
  return sceneComponents(ana)[0]?.id ?? '';
};

describe('undo of a new component by one of three users', () => {
  it('keeps the changes of the others as plain nodes, and redo restores the component', () => {
    const component = makeComponent();
    bob.edit(() => updateNode(bob.ydoc, 'chair::seat', { material: 'oak' }));
    cai.edit(() => updateNode(cai.ydoc, 'chair', { position: [5, 0, 0] }));
    const second = cai.edit(() =>
      addNode(cai.ydoc, {
        ...{ kind: 'instance', name: 'Second', position: [9, 0, 0] },
        props: { component, values: { 'nodes/leg/position': [0, 3, 0] } },
      }),
    );
    bob.selection.set(['chair']);
    bob.scene.editWithin('chair');
    bob.edit(() => addNode(bob.ydoc, { kind: 'sphere', name: 'Ball', parent: 'chair', position: [0, 1, 0] }));
    const before = shownTo(cai);
    ana.history.undo();
    const plain = {
      '/Chair': ['group', '5,0,0', null],
      'Chair/Seat': ['box', '0,0,0', 'oak'],
      'Chair/Leg': ['box', '0,0,0', null],
      'Chair/Ball': ['sphere', '0,1,0', null],
      '/Second': ['group', '9,0,0', null],
      'Second/Seat': ['box', '0,0,0', null],
      'Second/Leg': ['box', '0,3,0', null],
      'Second/Ball': ['sphere', '0,1,0', null],
    };
    for (const editor of [ana, bob, cai]) {
      expect([shownTo(editor), sceneComponents(editor)]).toEqual([plain, []]);
    }
    expect(bob.scene.edited.value).toBeNull();
    ana.history.redo();
    expect(shownTo(cai)).toEqual(before);
    expect([sceneComponents(bob)[0]?.count, cai.scene.node(second)?.kind]).toEqual([2, 'instance']);
    // The others undo their own parts afterwards.
    bob.history.undo();
    bob.history.undo();
    cai.history.undo();
    expect(shownTo(ana)).toMatchObject({ 'Chair/Seat': ['box', '0,0,0', null] });
    expect([sceneComponents(ana)[0]?.count, shownTo(ana)['Chair/Ball']]).toEqual([1, undefined]);
  });

  it('is not reverted by the undo of another user', () => {
    makeComponent();
    bob.edit(() => updateNode(bob.ydoc, 'chair::seat', { material: 'oak' }));
    ana.history.undo();
    bob.history.undo();
    expect(shownTo(cai)).toEqual({
      '/Chair': ['group', '1,0,0', null],
      'Chair/Seat': ['box', '0,0,0', 'oak'],
      'Chair/Leg': ['box', '0,0,0', null],
    });
  });
});

describe('undo of a detached instance by one of three users', () => {
  it('restores the current component with the earlier overrides, and keeps added nodes', () => {
    makeComponent();
    bob.edit(() => updateNode(bob.ydoc, 'chair::seat', { material: 'oak' }));
    ana.selection.set(['chair']);
    detachSelection(ana);
    const [seat = ''] = bob.scene.children('chair');
    bob.edit(() => updateNode(bob.ydoc, seat, { position: [0, 7, 0] }));
    cai.edit(() => updateNode(cai.ydoc, 'leg', { position: [0, 2, 0] }));
    cai.edit(() => addNode(cai.ydoc, { kind: 'sphere', parent: 'chair', name: 'Ball' }));
    const detached = shownTo(cai);
    ana.history.undo();
    for (const editor of [ana, bob, cai]) {
      expect(shownTo(editor)).toEqual({
        '/Chair': ['instance', '1,0,0', null],
        'Chair/Seat': ['box', '0,0,0', 'oak'],
        'Chair/Leg': ['box', '0,2,0', null],
        'Chair/Ball': ['sphere', '0,0,0', null],
      });
    }
    ana.history.redo();
    expect(shownTo(bob)).toEqual(detached);
    cai.history.undo();
    bob.history.undo();
    expect(shownTo(ana)['Chair/Seat']).toEqual(['box', '0,0,0', 'oak']);
  });
});
