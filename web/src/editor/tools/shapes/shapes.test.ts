import { addNode } from '@diorama/shared/scene/ops.ts';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { TestEditor } from '../../test/test-editor.ts';
import { DRAWN_KINDS, type ShapeTool } from './shape-tool.ts';

let editor: TestEditor;

const tool = () => editor.tools.current as ShapeTool;
const nodes = () => Object.values(editor.scene.document.value.nodes);
const first = () => nodes()[0];
const at = (x: number, z: number, y = 0) => editor.screen(x, y, z);
const drawBase = (from: [number, number], to: [number, number], modifiers = {}) =>
  editor
    .pointerMove(...at(...from))
    .pointerDown(...at(...from))
    .pointerMove(...at(...to), modifiers)
    .pointerUp(modifiers);

beforeEach(() => {
  editor = new TestEditor();
  editor.tools.use('shapes');
});

describe('a drawn shape', () => {
  it('gets its base by a drag and its height by a move, in one history step', () => {
    drawBase([-1, -0.5], [1, 0.5]).expectToBeIn('shapes.raising');
    // Straight up from the centre of the base.
    editor.click(...at(0, 0, 1.5)).expectToBeIn('shapes.idle');
    const node = first();
    expect(node).toMatchObject({ kind: 'box' });
    const [x, y, z] = node?.kind === 'box' ? node.props.size : [];
    expect([x, y, z]).toEqual([expect.closeTo(2, 2), expect.closeTo(1.5, 2), expect.closeTo(1, 2)]);
    expect(node?.position[1]).toBeCloseTo(0.75, 2);
    expect(editor.selection.ids.value).toEqual(Object.keys(editor.scene.document.value.nodes));
    editor.history.undo();
    expect(nodes()).toEqual([]);
    expect(editor.history.state.value).toEqual({ canUndo: false, canRedo: true });
  });

  it('is thin until its height is given, unless its kind needs none', () => {
    drawBase([-1, -0.5], [1, 0.5]);
    expect(tool().isThin.value).toBe(true);
    editor.pointerMove(...at(0, 0, 1.5));
    expect(tool().isThin.value).toBe(false);
    editor.tools.cancel();
    tool().kind.value = 'sphere';
    editor
      .pointerMove(...at(0, 0))
      .pointerDown(...at(0, 0))
      .pointerMove(...at(1, 1));
    expect(tool().isThin.value).toBe(false);
  });

  it('is discarded by Escape during base or height, with nothing to undo', () => {
    editor
      .pointerMove(...at(0, 0))
      .pointerDown(...at(0, 0))
      .pointerMove(...at(1, 1));
    editor.expectToBeIn('shapes.basing').tools.cancel();
    drawBase([0, 0], [1, 1]);
    editor.pointerMove(...at(0.5, 0.5, 1)).tools.cancel();
    editor.expectToBeIn('shapes.idle');
    expect(nodes()).toEqual([]);
    expect(editor.history.state.value).toEqual({ canUndo: false, canRedo: false });
  });

  it('keeps its current or default height when another tool is chosen', () => {
    const height = () => {
      const node = first();
      return node?.kind === 'box' ? node.props.size[1] : null;
    };
    drawBase([0, 0], [1, 0.5]);
    editor.tools.use('move');
    expect(height()).toBeCloseTo(0.5, 2);
    editor.history.undo();
    expect(nodes()).toEqual([]);
    editor.tools.use('shapes');
    drawBase([-1, -0.5], [1, 0.5]);
    editor.pointerMove(...at(0, 0, 1.5)).tools.use('move');
    expect(height()).toBeCloseTo(1.5, 2);
  });

  it('is discarded when another tool is chosen during its base', () => {
    editor
      .pointerMove(...at(0, 0))
      .pointerDown(...at(0, 0))
      .pointerMove(...at(1, 1));
    editor.tools.use('move');
    expect(nodes()).toEqual([]);
  });

  it('gets its height after a two-finger view gesture in between', () => {
    drawBase([-1, -0.5], [1, 0.5]);
    editor.pointerDown(...at(0.5, 0.5)).tools.losePointer();
    editor.expectToBeIn('shapes.raising');
    editor.pointerUp().expectToBeIn('shapes.raising');
    editor.click(...at(0, 0, 1.5)).expectToBeIn('shapes.idle');
    const node = first();
    expect(node?.kind === 'box' && node.props.size[1]).toBeCloseTo(1.5, 2);
  });

  it('is discarded when the edit right is lost', () => {
    drawBase([0, 0], [1, 1]);
    editor.isReadOnly.value = true;
    expect(editor.tools.activeId.value).toBe('select');
    expect(editor.history.state.value.canUndo).toBe(false);
  });

  it('gets the default size on a single click', () => {
    editor.click(...at(1, 1));
    expect(first()?.position).toEqual([expect.closeTo(1, 3), 0.5, expect.closeTo(1, 3)]);
  });

  it('is placed on the node it is drawn on', () => {
    addNode(editor.ydoc, { kind: 'box', name: 'Table', position: [0, 0.4, 0], scale: [3, 0.8, 3] });
    const top = (x: number, z: number) => at(x, z, 0.8);
    editor
      .pointerMove(...top(-0.5, -0.5))
      .pointerDown(...top(-0.5, -0.5))
      .pointerMove(...top(0.5, 0.5))
      .pointerUp();
    editor.type('Enter');
    const drawn = nodes().find(({ name }) => name !== 'Table');
    const low = drawn?.kind === 'box' ? drawn.position[1] - drawn.props.size[1] / 2 : Number.NaN;
    expect(low).toBeCloseTo(0.8, 3);
  });

  it('grows from its center with Alt, and snaps to the grid', () => {
    editor.preferences.change({ isSnapping: true });
    drawBase([0.02, 0.03], [0.98, 0.51], { alt: true });
    editor.click(...at(0, 0, 0.52));
    const node = first();
    expect(node?.kind === 'box' && node.props.size).toEqual([
      expect.closeTo(2, 4),
      expect.closeTo(0.5, 4),
      expect.closeTo(1, 4),
    ]);
    expect(node?.position).toEqual([0, 0.25, 0]);
  });

  describe('with a typed height', () => {
    const height = () => {
      // The running shape is written with a delay.
      vi.advanceTimersByTime(100);
      const node = first();
      return node?.kind === 'box' ? node.props.size[1] : null;
    };
    afterEach(() => {
      vi.useRealTimers();
    });
    beforeEach(() => {
      vi.useFakeTimers();
      drawBase([-1, -0.5], [1, 0.5]);
      editor.pointerMove(...at(0, 0, 1.5));
    });

    it.each([
      ['80cm', 0.8],
      ['.5', 0.5],
      ['2,5', 2.5],
      ["6'", 1.8288],
      ['1m+20cm', 1.2],
    ])('is as high as %s on Enter, independent of the pointer', (text, metres) => {
      expect(editor.type(...text)).toBe(true);
      expect(height()).toBeCloseTo(metres, 4);
      editor.pointerMove(...at(0, 0, 3));
      editor.type('Enter');
      editor.expectToBeIn('shapes.idle');
      expect(height()).toBeCloseTo(metres, 4);
      expect(tool().typed.value).toBeNull();
      editor.history.undo();
      expect(nodes()).toEqual([]);
    });

    it('is completed by a click as well', () => {
      editor.type(...'3');
      editor.click(...at(0, 0, 1)).expectToBeIn('shapes.idle');
      expect(height()).toBeCloseTo(3);
    });

    it.each(['0', '3x', '2//', '9999', '1cm-2cm'])('waits while %s is not a valid height', (text) => {
      editor.type(...text, 'Enter');
      editor.click(...at(0, 0, 1)).expectToBeIn('shapes.raising');
      expect(tool().typedHeight).toBeNull();
    });

    it('is edited by Backspace and cleared by Escape before Escape discards the shape', () => {
      editor.type('2', '5', 'Backspace');
      expect(height()).toBeCloseTo(2);
      editor.type('Backspace');
      expect(height()).toBeCloseTo(1.5, 2);
      editor.type('4');
      editor.tools.cancel();
      editor.expectToBeIn('shapes.raising');
      expect([tool().typed.value, height()]).toEqual([null, expect.closeTo(1.5, 2)]);
      editor.tools.cancel();
      editor.expectToBeIn('shapes.idle');
      expect(nodes()).toEqual([]);
    });

    it('is kept by another tool, but discarded for read-only users', () => {
      editor.type('4');
      editor.tools.use('move');
      expect(height()).toBeCloseTo(4);
      editor.history.undo();
      editor.tools.use('shapes');
      drawBase([-1, -0.5], [1, 0.5]);
      editor.type('4');
      editor.isReadOnly.value = true;
      expect(editor.history.state.value.canUndo).toBe(false);
    });
  });

  it('keeps letter and digit keys from starting commands while its base is drawn', () => {
    editor
      .pointerMove(...at(0, 0))
      .pointerDown(...at(0, 0))
      .pointerMove(...at(1, 1));
    for (const key of ['c', 'M', '8', 'ñ']) {
      expect(editor.type(key)).toBe(true);
    }
    editor.expectToBeIn('shapes.basing');
  });

  it('has a square base when round, and a sphere is complete with its base', () => {
    tool().kind.value = 'cylinder';
    drawBase([0, 0], [1, 0.4]);
    editor.click(...at(0.5, 0.5, 1));
    expect(first()).toMatchObject({ kind: 'cylinder', props: { radius: expect.closeTo(0.5, 2) } });
    editor.history.undo();
    tool().kind.value = 'sphere';
    drawBase([0, 0], [1, 0.4]).expectToBeIn('shapes.idle');
    expect(first()).toMatchObject({ kind: 'sphere', props: { radius: expect.closeTo(0.5, 2) } });
    expect(first()?.position[1]).toBeCloseTo(0.5, 2);
  });

  it.each(DRAWN_KINDS)('can be drawn as a %s', (kind) => {
    tool().kind.value = kind;
    drawBase([0, 0], [1.2, 0.8]);
    editor.click(...at(0.6, 0.4, 0.9)).expectToBeIn('shapes.idle');
    expect(nodes().map((node) => node.kind)).toContain(kind);
  });

  it('is unavailable to read-only users', () => {
    editor.isReadOnly.value = true;
    expect(editor.tools.activeId.value).toBe('select');
  });
});
