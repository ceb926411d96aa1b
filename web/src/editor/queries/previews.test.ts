import { addNode } from '@diorama/shared/scene/ops.ts';
import { Matrix4, Vector3 } from 'three';
import { expect, it } from 'vitest';
import { Awareness, applyAwarenessUpdate, encodeAwarenessUpdate } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { TestEditor } from '../test/test-editor.ts';
import { draggedWorlds } from './previews.ts';

const person = (name: string) => ({ uuid: name, name, avatarUrl: null, avatarColor: '#ff0000' });

it('draggedWorlds previews the drags of other users, except for locked nodes', () => {
  const ydoc = new Y.Doc();
  const own = new Awareness(ydoc);
  const editor = new TestEditor({ ydoc, presence: { awareness: own, person: person('Ada') } });
  const free = addNode(ydoc, { kind: 'box' });
  const locked = addNode(ydoc, { kind: 'group', locked: true });
  const within = addNode(ydoc, { kind: 'box', parent: locked });
  const theirs = new Awareness(new Y.Doc());
  theirs.setLocalState({
    person: person('Bob'),
    selection: [free, locked, within],
    drag: new Matrix4().makeTranslation(3, 0, 0).elements,
  });
  applyAwarenessUpdate(own, encodeAwarenessUpdate(theirs, [theirs.clientID]), 'test');
  const worlds = draggedWorlds(editor);
  expect([...worlds.keys()]).toEqual([free]);
  expect(new Vector3().setFromMatrixPosition(worlds.get(free) ?? new Matrix4()).x).toBe(3);
});

it.each([
  { name: 'turned', delta: new Matrix4().makeRotationY(0.7), parts: ['position', 'rotation'] },
  { name: 'scaled', delta: new Matrix4().makeScale(1, 2, 3), parts: ['position', 'scale'] },
  { name: 'moved', delta: new Matrix4().makeTranslation(1, 2, 3), parts: ['position'] },
] as const)(
  'the preview of a $name node below a non-uniformly scaled parent equals the committed result',
  ({ delta, parts }) => {
    const editor = new TestEditor();
    const group = addNode(editor.ydoc, { kind: 'group', scale: [3, 1, 1] });
    const box = addNode(editor.ydoc, {
      ...{ kind: 'box', parent: group, position: [1, 0, 1] },
      rotation: [0, Math.sin(0.2), 0, Math.cos(0.2)],
    });
    editor.selection.set([box]);
    editor.drag.start();
    editor.drag.move(delta, parts);
    const seen = draggedWorlds(editor).get(box)?.elements;
    editor.drag.commit(parts);
    expect(seen).toEqual(editor.scene.worldOf(box).elements.map((value) => expect.closeTo(value, 4)));
  },
);
