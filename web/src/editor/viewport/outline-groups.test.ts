import { addNode } from '@diorama/shared/scene/ops.ts';
import { Color } from 'three';
import { expect, it } from 'vitest';
import { TestEditor } from '../test/test-editor.ts';
import { outlineGroups } from './outline-groups.ts';

it('the selection is outlined, except while walking through the scene', () => {
  const editor = new TestEditor();
  const box = addNode(editor.ydoc, { kind: 'box' });
  editor.selection.set([box]);
  const colors = new Proxy({}, { get: () => new Color() }) as Parameters<typeof outlineGroups>[1];
  const outlined = () => outlineGroups(editor, colors).flatMap(({ ids }) => ids);
  expect(outlined()).toEqual([box]);
  editor.ui.change({ isWalking: true });
  expect(outlined()).toEqual([]);
  editor.ui.change({ isWalking: false });
  expect(outlined()).toEqual([box]);
});
