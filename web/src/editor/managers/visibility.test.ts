import { MAX_SWITCHED } from '@diorama/shared/scene/nodes/annotation/schema.ts';
import { addNode, removeNodes, updateNode } from '@diorama/shared/scene/ops.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import {
  switchable,
  toggleVisibilityAtStop,
} from '../features/annotations/model/toggle-visibility-at-stop.ts';
import { pickNode, visibleObjects } from '../queries/pick.ts';
import { TestEditor } from '../test/test-editor.ts';

let editor: TestEditor;
let stop: string;
let roof: string;
let cut: string;
const visibility = () => {
  const { hidden, shown } = editor.visibility.overrides.value;
  return { hidden: [...hidden], shown: [...shown] };
};
const propsOf = (id: string) => {
  const node = editor.scene.node(id);
  return node?.kind === 'annotation' ? node.props : undefined;
};

beforeEach(() => {
  editor = new TestEditor();
  stop = addNode(editor.ydoc, { kind: 'annotation' });
  roof = addNode(editor.ydoc, { kind: 'box' });
  cut = addNode(editor.ydoc, { kind: 'box', visible: false });
});

describe('nodes hidden or shown at an annotation', () => {
  it('are switched while the annotation is selected and restored afterwards', () => {
    updateNode<'annotation'>(editor.ydoc, stop, { props: { hides: [roof], shows: [cut] } });
    expect(visibility()).toEqual({ hidden: [], shown: [] });
    editor.selection.set([stop]);
    expect(visibility()).toEqual({ hidden: [roof], shown: [cut] });
    editor.selection.set([roof, stop]);
    expect(visibility()).toEqual({ hidden: [roof], shown: [cut] });
    editor.hidden.value = new Set([cut]);
    expect(visibility().hidden).toEqual([cut, roof]);
    editor.selection.set([]);
    expect(visibility()).toEqual({ hidden: [cut], shown: [] });
  });

  it('are toggled for the annotation in the selection, each in one step', () => {
    editor.selection.set([roof, cut, stop]);
    expect([switchable(editor, false), switchable(editor, true)]).toEqual([[roof], [cut]]);
    toggleVisibilityAtStop(editor, false);
    expect(propsOf(stop)).toMatchObject({ hides: [roof], shows: [] });
    expect([editor.selection.ids.value, visibility().hidden]).toEqual([[stop], [roof]]);
    editor.selection.set([roof, cut, stop]);
    toggleVisibilityAtStop(editor, true);
    expect(propsOf(stop)).toMatchObject({ hides: [], shows: [cut] });
    editor.history.undo();
    expect(propsOf(stop)).toMatchObject({ hides: [roof], shows: [] });
    editor.history.undo();
    expect(propsOf(stop)).toMatchObject({ hides: [], shows: [] });
  });

  it('can be toggled at one annotation only, and not by read-only users', () => {
    const other = addNode(editor.ydoc, { kind: 'annotation' });
    editor.selection.set([roof, stop, other]);
    expect(switchable(editor, false)).toEqual([]);
    editor.selection.set([roof, stop]);
    editor.isReadOnly.value = true;
    toggleVisibilityAtStop(editor, false);
    expect(propsOf(stop)?.hides).toEqual([]);
  });

  it('are picked and framed as currently visible, including children', () => {
    const group = addNode(editor.ydoc, { kind: 'group' });
    const box = addNode(editor.ydoc, { kind: 'box', parent: group });
    const light = addNode(editor.ydoc, { kind: 'pointLight', parent: group, position: [3, 0, 0] });
    const [x, y] = editor.screen(3, 0, 0);
    const picked = () => pickNode(editor, { x, y }, { isDeep: true })?.id;
    const framed = () => new Set(visibleObjects(editor).map(({ id }) => id));
    expect([picked(), framed()]).toEqual([light, new Set([stop, roof, group])]);
    updateNode<'annotation'>(editor.ydoc, stop, { props: { hides: [group], shows: [cut] } });
    editor.selection.set([stop]);
    expect([picked(), framed()]).toEqual([undefined, new Set([stop, roof, cut])]);
    expect([group, box, light, roof, cut, 'none'].map((id) => editor.visibility.isVisible(id))).toEqual([
      ...[false, false, false],
      ...[true, true, false],
    ]);
  });

  it('are omitted once deleted, which frees their places', () => {
    const gone = Array.from({ length: MAX_SWITCHED - 1 }, (_, i) => `gone-${i}`);
    updateNode<'annotation'>(editor.ydoc, stop, { props: { hides: [...gone, roof] } });
    removeNodes(editor.ydoc, [roof]);
    editor.selection.set([stop]);
    expect(visibility().hidden).toEqual([]);
    const wall = addNode(editor.ydoc, { kind: 'wall' });
    editor.selection.set([wall, stop]);
    toggleVisibilityAtStop(editor, false);
    expect(propsOf(stop)?.hides).toEqual([wall]);
  });
});

it('VisibilityManager reports a node in a hidden, invisible or locked group as unreachable', () => {
  const group = addNode(editor.ydoc, { kind: 'group' });
  const wall = addNode(editor.ydoc, { kind: 'wall', parent: group });
  const isReachable = () => editor.visibility.isReachable(wall);
  expect(isReachable()).toBe(true);
  editor.hidden.value = new Set([group]);
  expect([isReachable(), editor.visibility.isShownInDocument(wall)]).toEqual([false, true]);
  editor.hidden.value = new Set();
  updateNode(editor.ydoc, group, { visible: false });
  expect([isReachable(), editor.visibility.isShownInDocument(wall)]).toEqual([false, false]);
  updateNode(editor.ydoc, group, { visible: true, locked: true });
  expect([isReachable(), editor.visibility.isVisible(wall)]).toEqual([false, true]);
});
