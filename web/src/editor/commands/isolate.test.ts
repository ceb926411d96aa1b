import { addNode, groupNodes } from '@diorama/shared/scene/ops.ts';
import { expect, it } from 'vitest';
import { objectsInRect, visibleObjects } from '../queries/pick.ts';
import { TestEditor } from '../test/test-editor.ts';
import { toggleIsolation } from './isolate.ts';
import { selectAll } from './selection.ts';

const WHOLE = { left: 0, top: 0, right: 800, bottom: 600 };

it('isolation shows the selected node with the lights, then all nodes again, without changing the document', () => {
  const editor = new TestEditor();
  const [a, b, c] = [0, 1, 2].map((x) => addNode(editor.ydoc, { kind: 'box', position: [x, 0, 0] }));
  const lamp = addNode(editor.ydoc, { kind: 'pointLight', position: [0, 1, 0] });
  const group = groupNodes(editor.ydoc, [a ?? '', b ?? '']) ?? '';
  const before = JSON.stringify(editor.scene.document.value);
  editor.selection.set([a ?? '']);
  toggleIsolation(editor);
  expect([...editor.hidden.value].sort()).toEqual([b, c].sort());
  expect(objectsInRect(visibleObjects(editor), WHOLE, false).sort()).toEqual([a, lamp].sort());
  selectAll(editor);
  expect(editor.selection.ids.value).not.toContain(c);
  expect(editor.selection.ids.value).toContain(group);
  toggleIsolation(editor);
  expect(editor.hidden.value.size).toBe(0);
  expect(JSON.stringify(editor.scene.document.value)).toBe(before);
});

it('isolation does nothing when nothing is selected', () => {
  const editor = new TestEditor();
  addNode(editor.ydoc, { kind: 'box' });
  toggleIsolation(editor);
  expect(editor.hidden.value.size).toBe(0);
});
