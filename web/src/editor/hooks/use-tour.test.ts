import { addNode, updateNode } from '@diorama/shared/scene/ops.ts';
import { expect, it, vi } from 'vitest';
import { watch } from '../signals.ts';
import { TestEditor } from '../test/test-editor.ts';
import { followTour } from './use-tour.ts';

it('followTour updates for changes of annotations only', () => {
  const editor = new TestEditor();
  const box = addNode(editor.ydoc, { kind: 'box' });
  const tour = followTour(editor.scene);
  const first = addNode(editor.ydoc, { kind: 'annotation', name: 'First' });
  const heard = vi.fn();
  const stop = watch(() => tour.value, heard);
  const before = tour.value;
  expect(before.map(({ id }) => id)).toEqual([first]);
  updateNode(editor.ydoc, box, { name: 'Moved', position: [1, 0, 0] });
  expect(heard).not.toHaveBeenCalled();
  expect(tour.value).toBe(before);
  updateNode<'annotation'>(editor.ydoc, first, { props: { tags: ['oak'] } });
  expect(tour.value.map(({ node }) => node.props.tags)).toEqual([['oak']]);
  expect(heard).toHaveBeenCalledOnce();
  stop();
  editor.dispose();
});
