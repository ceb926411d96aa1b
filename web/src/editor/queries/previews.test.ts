import { addNode } from '@diorama/shared/scene/ops.ts';
import { Matrix4, Vector3 } from 'three';
import { expect, it } from 'vitest';
import { Awareness, applyAwarenessUpdate, encodeAwarenessUpdate } from 'y-protocols/awareness';
import * as Y from 'yjs';
import { TestEditor } from '../test/test-editor.ts';
import { draggedWorlds } from './previews.ts';

const person = (name: string) => ({ uuid: name, name, avatarUrl: null, avatarColor: '#ff0000' });

it('shows what others drag, and leaves what is locked where it is', () => {
  const ydoc = new Y.Doc();
  const own = new Awareness(ydoc);
  const editor = new TestEditor({ ydoc, presence: { awareness: own, person: person('Ada') } });
  const [free, locked] = [addNode(ydoc, { kind: 'box' }), addNode(ydoc, { kind: 'box', locked: true })];
  const theirs = new Awareness(new Y.Doc());
  theirs.setLocalState({
    person: person('Bob'),
    selection: [free, locked],
    drag: new Matrix4().makeTranslation(3, 0, 0).elements,
  });
  applyAwarenessUpdate(own, encodeAwarenessUpdate(theirs, [theirs.clientID]), 'test');
  const worlds = draggedWorlds(editor);
  expect([...worlds.keys()]).toEqual([free]);
  expect(new Vector3().setFromMatrixPosition(worlds.get(free) ?? new Matrix4()).x).toBe(3);
});
