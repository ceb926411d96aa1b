import { addNode } from '@diorama/shared/scene/ops.ts';
import { sceneRoots } from '@diorama/shared/scene/ydoc.ts';
import { expect, it, vi } from 'vitest';
import * as Y from 'yjs';
import { watchNewerNodes } from './scene-connection.ts';

/** Writes a node of a kind that only a newer release knows. */
function addNewer(ydoc: Y.Doc, id: string): void {
  const node = new Y.Map();
  node.set('kind', 'hologram');
  sceneRoots(ydoc).nodes.set(id, node);
}

it('watchNewerNodes reports when nodes of a newer release are added and removed', () => {
  const ydoc = new Y.Doc();
  addNode(ydoc, { kind: 'box' });
  const onChange = vi.fn();
  const stop = watchNewerNodes(ydoc, onChange);
  expect(onChange).toHaveBeenLastCalledWith(false);
  addNewer(ydoc, 'one');
  addNewer(ydoc, 'two');
  expect(onChange).toHaveBeenLastCalledWith(true);
  sceneRoots(ydoc).nodes.delete('one');
  expect(onChange).toHaveBeenLastCalledWith(true);
  sceneRoots(ydoc).nodes.delete('two');
  expect(onChange).toHaveBeenLastCalledWith(false);
  const count = onChange.mock.calls.length;
  stop();
  addNewer(ydoc, 'three');
  expect(onChange).toHaveBeenCalledTimes(count);
});

it('watchNewerNodes reports nodes that exist at its start', () => {
  const ydoc = new Y.Doc();
  addNewer(ydoc, 'one');
  const onChange = vi.fn();
  watchNewerNodes(ydoc, onChange);
  expect(onChange).toHaveBeenLastCalledWith(true);
});
