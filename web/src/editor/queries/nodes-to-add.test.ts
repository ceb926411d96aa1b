import { addNode } from '@diorama/shared/scene/ops.ts';
import { expect, it } from 'vitest';
import { TestEditor } from '../test/test-editor.ts';
import { MAX_FOUND, nodesToAdd } from './nodes-to-add.ts';

it('nodesToAdd lists visible or hidden nodes in outliner order, without annotations or duplicates', () => {
  const { ydoc, scene } = new TestEditor();
  const house = addNode(ydoc, { kind: 'group', name: 'House' });
  const roof = addNode(ydoc, { kind: 'box', name: 'Roof', parent: house });
  const cut = addNode(ydoc, { kind: 'box', name: 'Roof, cut', visible: false });
  addNode(ydoc, { kind: 'annotation', name: 'Roof' });
  const found = (of: 'visible' | 'hidden', text = '', without: string[] = []) =>
    nodesToAdd(scene, { of, without, text }).map(({ id }) => id);
  expect(found('visible')).toEqual([house, roof]);
  expect(found('visible', ' ROOF ')).toEqual([roof]);
  expect(found('hidden')).toEqual([cut]);
  expect(found('visible', '', [house])).toEqual([roof]);
});

it('nodesToAdd stops one node past the display limit', () => {
  const { ydoc, scene } = new TestEditor();
  for (let i = 0; i < MAX_FOUND + 20; i += 1) {
    addNode(ydoc, { kind: 'box' });
  }
  expect(nodesToAdd(scene, { of: 'visible', without: [], text: '' })).toHaveLength(MAX_FOUND + 1);
});

it('nodesToAdd offers paths for path repeats and kinds with a built-in surface for surface repeats', () => {
  const { ydoc, scene } = new TestEditor();
  const path = addNode(ydoc, { kind: 'path', name: 'Way' });
  const hill = addNode(ydoc, { kind: 'sphere', name: 'Hill' });
  for (const kind of ['model', 'text', 'group', 'pointLight', 'annotation'] as const) {
    addNode(ydoc, { kind });
  }
  const found = (of: 'path' | 'surface') =>
    nodesToAdd(scene, { of, without: [], text: '' }).map(({ id }) => id);
  expect(found('path')).toEqual([path]);
  expect(found('surface')).toEqual([path, hill]);
});
