import { addNode, removeNodes } from '@diorama/shared/scene/ops.ts';
import { beforeEach, describe, expect, it } from 'vitest';
import { TestEditor } from '../../test/test-editor.ts';

let editor: TestEditor;

const position = (id: string) => editor.scene.node(id)?.position;

describe('dragging a wall', () => {
  let wall: string;
  let side: string;
  beforeEach(() => {
    editor = new TestEditor();
    editor.tools.use('select');
    wall = addNode(editor.ydoc, {
      kind: 'wall',
      position: [0, 0, -3],
      props: { start: [-2, 0], end: [2, 0] },
    });
    side = addNode(editor.ydoc, { kind: 'wall', props: { start: [2, -3], end: [2, 0] } });
    addNode(editor.ydoc, { kind: 'opening', parent: wall });
  });
  const ends = (id: string) => {
    const node = editor.scene.node(id);
    const [x = 0, , z = 0] = node?.position ?? [];
    return node?.kind === 'wall'
      ? [node.props.start, node.props.end].map((end) => [end[0] + x, end[1] + z] as const)
      : [];
  };
  const drag = () =>
    editor
      .pointerDown(...editor.screen(-1, 2.4, -2.95))
      .pointerMove(...editor.screen(-1, 2.4, -1.95))
      .expectToBeIn('select.slidingWall');

  it('moves the wall sideways with its neighbors, in one history step', () => {
    drag()
      .pointerMove(...editor.screen(0, 2.4, -0.95))
      .pointerUp()
      .expectToBeIn('select.idle');
    expect(position(wall)?.map((value) => Math.round(value * 1e3) / 1e3)).toEqual([0, 0, -1]);
    expect(ends(wall).map(([x]) => x)).toEqual([-2, 2]);
    expect(ends(side)[0]?.[1]).toBeCloseTo(-1);
    editor.history.undo();
    expect(position(wall)).toEqual([0, 0, -3]);
    expect(ends(side)[0]).toEqual([2, -3]);
    editor.history.redo();
    expect(ends(side)[0]?.[1]).toBeCloseTo(-1);
  });

  it('splits crossed walls in the same step', () => {
    const other = addNode(editor.ydoc, { kind: 'wall', props: { start: [0, -2.5], end: [0, 2.5] } });
    drag()
      .pointerMove(...editor.screen(-1, 2.4, -0.95))
      .pointerUp();
    expect(ends(other)[1]?.[1]).toBeCloseTo(-1);
    // Each half has its origin at its own middle.
    expect(position(other)?.[2]).toBeCloseTo(-1.75);
    expect(editor.scene.nodesOf('wall')).toHaveLength(5);
    editor.history.undo();
    expect(ends(other)[1]).toEqual([0, 2.5]);
    expect(editor.scene.nodesOf('wall')).toHaveLength(3);
  });

  it('merges the wall with an identical one at its new place, keeping the one with children', () => {
    editor.preferences.change({ isSnapping: true });
    const [door = ''] = editor.scene.children(wall);
    removeNodes(editor.ydoc, [door]);
    const twin = addNode(editor.ydoc, { kind: 'wall', props: { start: [-2, -4], end: [2, -4] } });
    const slide = () =>
      drag()
        .pointerMove(...editor.screen(-1, 2.4, -3.92))
        .pointerUp();
    slide();
    expect([editor.scene.node(wall), editor.scene.node(twin)?.kind]).toEqual([undefined, 'wall']);
    editor.history.undo();
    const picture = addNode(editor.ydoc, { kind: 'image', parent: wall });
    slide();
    expect(position(wall)?.[2]).toBeCloseTo(-4, 6);
    expect(editor.scene.parentOf(picture)).toBe(wall);
    expect(editor.scene.node(twin)).toBeUndefined();
  });

  it('moves the wall in steps while snapping, and freely with Shift', () => {
    editor.preferences.change({ isSnapping: true });
    drag()
      .pointerMove(...editor.screen(-1, 2.4, -1.92))
      .pointerUp();
    expect(position(wall)?.[2]).toBeCloseTo(-2, 6);
    editor.history.undo();
    drag()
      .pointerMove(...editor.screen(-1, 2.4, -1.92), { shift: true })
      .pointerUp();
    expect(position(wall)?.[2]).toBeCloseTo(-1.97, 3);
  });

  it('leaves no trace after a cancel or a lost edit right', () => {
    drag().tools.cancel();
    editor.pointerUp();
    drag();
    editor.isReadOnly.value = true;
    editor.pointerUp();
    expect(position(wall)).toEqual([0, 0, -3]);
    expect(ends(side)[0]).toEqual([2, -3]);
    expect(editor.history.state.value.canUndo).toBe(false);
  });

  it('uses the transform when several walls are selected', () => {
    editor.selection.set([wall, side]);
    editor
      .pointerDown(...editor.screen(-1, 2.4, -2.95))
      .pointerMove(...editor.screen(-1, 2.4, -1.95))
      .expectToBeIn('select.translating');
  });
});
