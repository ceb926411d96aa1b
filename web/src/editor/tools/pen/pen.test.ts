import type { NodeOf } from '@diorama/shared/scene/document.ts';
import { addNode, updateNode } from '@diorama/shared/scene/ops.ts';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { TestEditor } from '../../test/test-editor.ts';
import type { PenTool } from './pen-tool.ts';

let editor: TestEditor;

const pen = () => editor.tools.current as PenTool;
const paths = () =>
  Object.values(editor.scene.document.value.nodes).filter(
    (node): node is NodeOf<'path'> => node.kind === 'path',
  );
const at = (x: number, z: number, y = 0) => editor.screen(x, y, z);
const click = (x: number, z: number, modifiers = {}) => editor.click(...at(x, z), modifiers);
/** World points of the only path. */
const corners = () => {
  const [path] = paths();
  const [dx = 0, , dz = 0] = path?.position ?? [];
  return (path?.props.points ?? []).map(([x, z]) => [near(x + dx), near(z + dz)]);
};
const near = (value: number) => Math.round(value * 100) / 100 + 0;
const drawTriangle = () => {
  click(0, 0);
  click(2, 0);
  click(2, 2);
};

beforeEach(() => {
  editor = new TestEditor();
  editor.tools.use('pen');
});

describe('the pen tool', () => {
  it('draws an area by clicks, closed at its first point, in one history step', () => {
    drawTriangle();
    editor.expectToBeIn('pen.drawing');
    click(0, 0);
    editor.expectToBeIn('pen.idle');
    expect(paths()).toHaveLength(1);
    expect(paths()[0]?.props.closed).toBe(true);
    expect(corners()).toEqual([
      [0, 0],
      [2, 0],
      [2, 2],
    ]);
    expect(editor.selection.ids.value).toEqual(Object.keys(editor.scene.document.value.nodes));
    editor.history.undo();
    expect(paths()).toEqual([]);
    expect(editor.history.state.value).toEqual({ canUndo: false, canRedo: true });
    editor.history.redo();
    expect(corners()).toHaveLength(3);
  });

  it.each([
    ['Enter', () => editor.type('Enter')],
    ['a double click', () => editor.doubleClick(...at(2, 2))],
    ['another tool', () => editor.tools.use('move')],
  ])('ends an open line by %s', (_, end) => {
    drawTriangle();
    end();
    expect(paths()[0]?.props.closed).toBe(false);
    expect(corners()).toEqual([
      [0, 0],
      [2, 0],
      [2, 2],
    ]);
  });

  it('curves the line where a press is dragged', () => {
    click(0, 0);
    editor
      .pointerMove(...at(2, 0))
      .pointerDown(...at(2, 0))
      .pointerMove(...at(2, 1))
      .pointerUp();
    editor.type('Enter');
    const line = corners();
    expect(line.length).toBeGreaterThan(10);
    expect(line[0]).toEqual([0, 0]);
    expect(line.at(-1)).toEqual([2, 0]);
    // The curve reaches its end from the side opposite the handle.
    expect(Math.min(...line.map(([, z]) => z ?? 0))).toBeLessThan(-0.1);
  });

  it('snaps to angles with Shift, and to the grid while snapping', () => {
    click(0, 0);
    click(2, 0.3, { shift: true });
    editor.preferences.change({ isSnapping: true });
    click(2.04, 2.03);
    editor.type('Enter');
    expect(corners()).toEqual([
      [0, 0],
      [2, 0],
      [2, 2],
    ]);
  });

  it('removes points one by one with Backspace, and all on cancel', () => {
    drawTriangle();
    editor.type('Backspace');
    expect(pen().draft.value.points).toHaveLength(2);
    editor.type('Backspace', 'Backspace');
    editor.expectToBeIn('pen.idle');
    drawTriangle();
    editor.tools.cancel();
    editor.expectToBeIn('pen.idle');
    expect(paths()).toEqual([]);
    expect(editor.history.state.value).toEqual({ canUndo: false, canRedo: false });
  });

  it('creates nothing from a single point or identical points', () => {
    click(0, 0);
    editor.type('Enter');
    editor.doubleClick(...at(1, 1));
    expect(paths()).toEqual([]);
  });

  it('draws on the surface where the line starts', () => {
    addNode(editor.ydoc, { kind: 'box', name: 'Table', position: [0, 0.4, 0], scale: [3, 0.8, 3] });
    editor.click(...at(-0.5, -0.5, 0.8)).click(...at(0.5, -0.5, 0.8));
    editor.type('Enter');
    expect(paths()[0]?.position[1]).toBeCloseTo(0.8, 3);
  });

  it('adds points by taps, and ignores touch gestures that move the view', () => {
    editor.tap(...at(0, 0)).tap(...at(2, 0));
    editor.swipe(at(0, 0), at(1, 1));
    editor.tools.losePointer();
    editor.tap(...at(2, 2));
    pen().finish(true);
    expect(corners()).toHaveLength(3);
  });

  it('is unavailable to read-only users', () => {
    drawTriangle();
    editor.isReadOnly.value = true;
    expect(editor.tools.activeId.value).toBe('select');
    expect(paths()).toEqual([]);
  });
});

describe('the points of a selected path', () => {
  beforeEach(() => {
    drawTriangle();
    click(0, 0);
  });

  it('move by a drag, in one history step', () => {
    editor
      .pointerMove(...at(2, 2))
      .pointerDown(...at(2, 2))
      .expectToBeIn('pen.movingPoint')
      .pointerMove(...at(3, 3))
      .pointerUp();
    expect(corners()).toEqual([
      [0, 0],
      [2, 0],
      [3, 3],
    ]);
    editor.history.undo();
    expect(corners().at(-1)).toEqual([2, 2]);
  });

  it('keep their positions after Escape during a drag', () => {
    editor
      .pointerMove(...at(2, 2))
      .pointerDown(...at(2, 2))
      .pointerMove(...at(3, 3));
    editor.tools.cancel();
    expect(corners().at(-1)).toEqual([2, 2]);
  });

  it('keep concurrent changes of another user to other points', () => {
    vi.useFakeTimers();
    const [id = ''] = editor.selection.ids.value;
    editor
      .pointerMove(...at(2, 2))
      .pointerDown(...at(2, 2))
      .pointerMove(...at(3, 3));
    vi.runAllTimers();
    const node = editor.scene.node(id);
    const points = node?.kind === 'path' ? node.props.points : [];
    updateNode<'path'>(editor.ydoc, id, { props: { points: points.with(0, [-5, -5]) } });
    editor.pointerMove(...at(4, 3)).pointerUp();
    vi.useRealTimers();
    const after = editor.scene.node(id);
    expect(after?.kind === 'path' && after.props.points[0]).toEqual([-5, -5]);
    expect(corners().at(-1)).toEqual([4, 3]);
  });

  it('gain a point where an edge is dragged', () => {
    editor
      .pointerMove(...at(1, 0))
      .pointerDown(...at(1, 0))
      .pointerMove(...at(1, -1))
      .pointerUp();
    expect(corners()).toEqual([
      [0, 0],
      [1, -1],
      [2, 0],
      [2, 2],
    ]);
  });

  it('are removed by Alt-click while an area keeps three points', () => {
    click(1, 0);
    click(2, 2, { alt: true });
    expect(corners()).toHaveLength(3);
    click(0, 0, { alt: true });
    expect(corners()).toHaveLength(3);
  });

  it('cannot be edited on a locked path', () => {
    const [id = ''] = editor.selection.ids.value;
    expect(pen().open?.id).toBe(id);
    updateNode(editor.ydoc, id, { locked: true });
    expect(pen().open).toBeNull();
  });
});
