import { measuredBy } from '@diorama/shared/scene/nodes/kinds.ts';
import { addNode, removeNodes, updateNode } from '@diorama/shared/scene/ops.ts';
import { updateScene } from '@diorama/shared/scene/scene-ops.ts';
import { Vector3 } from 'three';
import { beforeEach, describe, expect, it } from 'vitest';
import { measureText } from '../../../scene/measure/measure-text.ts';
import { pointsInScene } from '../../../scene/measure/measured-line.ts';
import { measureToolOf } from '../../test/measure-tool-of.ts';
import { TestEditor } from '../../test/test-editor.ts';
import type { MeasureTool } from './measure-tool.ts';
import { saveMeasure } from './model/measures.ts';

let editor: TestEditor;
let tool: MeasureTool;
let box: string;

const SKY: [number, number] = [400, -4000];
/** Two corners of the front of a box of one metre. */
const LEFT: [number, number, number] = [-0.5, 0.5, 0.5];
const RIGHT: [number, number, number] = [0.5, 0.5, 0.5];

const clickAt = (...at: [number, number, number]) => editor.click(...editor.screen(...at));
const texts = () =>
  tool.measures.value.map(({ mode, points }) =>
    measureText(mode, points, { unit: editor.scene.document.value.unit, language: 'en' }),
  );

beforeEach(() => {
  editor = new TestEditor();
  box = addNode(editor.ydoc, { kind: 'box', name: 'Box' });
  editor.tools.use('distanceMeter');
  tool = measureToolOf(editor);
});

describe('measuring a distance', () => {
  it('measures from corner to corner, without an edit of the scene', () => {
    clickAt(...LEFT).expectToBeIn('distanceMeter.drawing');
    clickAt(...RIGHT).expectToBeIn('distanceMeter.idle');
    expect(texts()).toEqual(['1 m']);
    expect(editor.history.state.value).toEqual({ canUndo: false, canRedo: false });
  });

  it('measures the length of a node on a Ctrl click', () => {
    updateNode(editor.ydoc, box, { scale: [1, 3, 1], rotation: [0, 0.5, 0, 0.866] });
    editor.click(400, 300, { mod: true }).expectToBeIn('distanceMeter.idle');
    removeNodes(editor.ydoc, [box]);
    addNode(editor.ydoc, { kind: 'wall', props: { start: [0, 0], end: [3, 4] } });
    editor.click(...editor.screen(1.5, 1, 2), { mod: true });
    editor.click(...SKY, { mod: true });
    expect(texts()).toEqual(['3 m', '5 m']);
  });

  it('measures a curved wall along its arc, under any parent transform', () => {
    removeNodes(editor.ydoc, [box]);
    const group = addNode(editor.ydoc, { kind: 'group', position: [0, 0, -1], scale: [-1, 1, 1] });
    const props = { start: [-1, 0] as [number, number], end: [1, 0] as [number, number], curve: 1 };
    // A measure changes nothing in the scene.
    addNode(editor.ydoc, { kind: 'wall', parent: group, locked: true, props });
    editor.click(...editor.screen(0, 1, -1.95), { mod: true });
    expect(texts()).toEqual(['3.142 m']);
    const [measure] = tool.measures.value;
    expect(measure?.mode).toBe('arc');
    expect(measure?.points.map(({ point }) => point.z)).toEqual([
      expect.closeTo(-1),
      expect.closeTo(-2),
      expect.closeTo(-1),
    ]);
  });

  it('uses the unit of the scene', () => {
    clickAt(...LEFT);
    clickAt(...RIGHT);
    updateScene(editor.ydoc, { unit: 'cm' });
    expect(texts()).toEqual(['100 cm']);
  });

  it('snaps to a near corner, else to the surface', () => {
    const [x, y] = editor.screen(...RIGHT);
    editor.pointerMove(x - 8, y + 4);
    expect(tool.snapped.value).toMatchObject({ kind: 'anchor', point: new Vector3(...RIGHT) });
    editor.pointerMove(x - 20, y + 20);
    expect(tool.snapped.value?.kind).toBe('surface');
  });

  it('also shows the distance between parallel faces', () => {
    addNode(editor.ydoc, { kind: 'box', position: [2, 0, -1] });
    clickAt(0, 0, 0.5);
    clickAt(2, 0, -0.5);
    clickAt(0, 0, 0.5);
    clickAt(0.4, 0.1, 0.5);
    expect(texts()).toEqual(['2.236 m · ⊥ 1 m', '0.412 m']);
  });

  it('stays on an axis while Shift is held', () => {
    clickAt(...LEFT);
    editor.click(...editor.screen(0.5, -0.4, 0.5), { shift: true });
    const [from, to] = tool.measures.value[0]?.points ?? [];
    const way = to?.point.clone().sub(from?.point ?? new Vector3());
    expect(way?.toArray().filter((value) => Math.abs(value) > 1e-9)).toHaveLength(1);
  });

  it('sets no point over empty space, nor twice at the same place', () => {
    editor.click(...SKY).expectToBeIn('distanceMeter.idle');
    expect(tool.draft.value).toEqual([]);
    clickAt(...LEFT);
    clickAt(...LEFT).expectToBeIn('distanceMeter.drawing');
    expect(tool.draft.value).toHaveLength(1);
  });

  it('does not treat a drag as a click', () => {
    const [x, y] = editor.screen(...LEFT);
    editor
      .pointerDown(x, y)
      .pointerMove(x + 30, y)
      .pointerUp();
    expect(tool.draft.value).toEqual([]);
  });
});

describe('measuring with more points', () => {
  it('shows the angle at the middle point', () => {
    tool.setMode('angle');
    clickAt(...LEFT);
    clickAt(...RIGHT);
    clickAt(0.5, -0.5, 0.5);
    expect(texts()).toEqual(['90°']);
  });

  it('shows the length of the arc through three points', () => {
    tool.setMode('arc');
    clickAt(...LEFT);
    clickAt(...RIGHT);
    clickAt(0.5, -0.5, 0.5);
    expect(texts()).toEqual(['2.221 m']);
  });

  it('closes an area at its first point, on a double click and on Enter', () => {
    tool.setMode('area');
    const corners: [number, number, number][] = [LEFT, RIGHT, [0.5, -0.5, 0.5], [-0.5, -0.5, 0.5]];
    const draw = () => {
      for (const corner of corners) {
        clickAt(...corner);
      }
    };
    draw();
    clickAt(...LEFT);
    draw();
    clickAt(-0.5, -0.5, 0.5);
    draw();
    editor.tools.keyDown({ key: 'Enter', shift: false, mod: false, alt: false, at: 0 });
    expect(texts()).toEqual(['1 m²', '1 m²', '1 m²']);
    tool.setMode('perimeter');
    draw();
    clickAt(...LEFT);
    expect(texts().at(-1)).toBe('4 m');
  });

  it('does not finish with too few points', () => {
    tool.setMode('area');
    clickAt(...LEFT);
    clickAt(...RIGHT);
    clickAt(...RIGHT).expectToBeIn('distanceMeter.drawing');
    expect(tool.measures.value).toEqual([]);
  });

  it('removes the last point on Backspace and on undo, without changing the scene', () => {
    editor.edit(() => addNode(editor.ydoc, { kind: 'sphere', position: [9, 0, 0] }));
    tool.setMode('perimeter');
    clickAt(...LEFT);
    clickAt(...RIGHT);
    const press = (key: string, mod: boolean) =>
      editor.tools.keyDown({ key, mod, shift: false, alt: false, at: 0 });
    expect(press('z', true)).toBe(true);
    expect(tool.draft.value).toHaveLength(1);
    expect(press('Backspace', false)).toBe(true);
    editor.expectToBeIn('distanceMeter.idle');
    expect(press('z', true)).toBe(false);
    expect(Object.keys(editor.scene.document.value.nodes)).toHaveLength(2);
  });
});

describe('a measurement', () => {
  beforeEach(() => {
    clickAt(...LEFT);
    clickAt(...RIGHT);
  });

  it('is changed by dragging a point, and Escape restores the point', () => {
    editor.pointerDown(...editor.screen(...RIGHT)).pointerMove(...editor.screen(0.5, -0.5, 0.5));
    editor.expectToBeIn('distanceMeter.draggingPoint');
    expect(texts()).toEqual(['1.414 m']);
    editor.tools.cancel();
    expect(texts()).toEqual(['1 m']);
    editor
      .pointerDown(...editor.screen(...RIGHT))
      .pointerMove(...editor.screen(0.5, -0.5, 0.5))
      .pointerUp();
    editor.expectToBeIn('distanceMeter.idle');
    expect(texts()).toEqual(['1.414 m']);
  });

  it('cannot be dragged while hidden', () => {
    tool.change(1, { isShown: false });
    editor.pointerDown(...editor.screen(...RIGHT)).pointerMove(...editor.screen(0.5, -0.5, 0.5));
    editor.expectToBeIn('distanceMeter.idle');
  });

  it('is renamed and deleted by its number', () => {
    clickAt(...LEFT);
    clickAt(0.5, -0.5, 0.5);
    tool.change(2, { name: 'Diagonal' });
    tool.remove(1);
    expect(tool.measures.value.map(({ number, name }) => [number, name])).toEqual([[2, 'Diagonal']]);
  });

  it('stays when its measured node is deleted', () => {
    removeNodes(editor.ydoc, [box]);
    expect(texts()).toEqual(['1 m']);
  });
});

describe('a long press', () => {
  const at = (...point: [number, number, number]) => editor.screen(...point);

  it('aims until it is lifted, sets the point there, and can start and end a measurement', () => {
    editor.hold(at(0, 0, 0.5), at(...LEFT), { isLifted: false }).expectToBeIn('distanceMeter.aiming');
    expect(tool.aim.value).not.toBeNull();
    expect(tool.snapped.value).toMatchObject({ kind: 'anchor', point: new Vector3(...LEFT) });
    editor.lift(at(...LEFT)).expectToBeIn('distanceMeter.drawing');
    expect(tool.aim.value).toBeNull();
    editor.hold(at(0, 0, 0.5), at(...RIGHT)).expectToBeIn('distanceMeter.idle');
    expect(texts()).toEqual(['1 m']);
  });

  it('closes an area at its first point, and sets no point over empty space', () => {
    tool.setMode('area');
    const corners: [number, number, number][] = [LEFT, RIGHT, [0.5, -0.5, 0.5]];
    for (const corner of corners) {
      editor.hold(at(0, 0, 0.5), at(...corner));
    }
    editor.hold(at(0, 0, 0.5), SKY).expectToBeIn('distanceMeter.drawing');
    expect(tool.draft.value).toHaveLength(3);
    editor.hold(at(0, 0, 0.5), at(...LEFT));
    expect(texts()).toEqual(['0.5 m²']);
  });

  it('closes an area when it snaps to the first point from a short distance', () => {
    tool.setMode('area');
    const corners: [number, number, number][] = [LEFT, RIGHT, [0.5, -0.5, 0.5]];
    for (const corner of corners) {
      editor.hold(at(0, 0, 0.5), at(...corner));
    }
    const [x, y] = at(...LEFT);
    editor.hold(at(0, 0, 0.5), [x + 9, y + 2]).expectToBeIn('distanceMeter.idle');
    expect(texts()).toEqual(['0.5 m²']);
  });

  it('sets no point when a second finger touches or Escape is pressed', () => {
    clickAt(...LEFT);
    for (const giveUp of [() => editor.tools.losePointer(), () => editor.tools.cancel()]) {
      editor.hold(at(0, 0, 0.5), at(...RIGHT), { isLifted: false });
      giveUp();
      editor.expectToBeIn('distanceMeter.drawing');
      expect(tool.draft.value).toHaveLength(1);
      expect(tool.aim.value).toBeNull();
    }
  });
});

describe('a measurement saved in the scene', () => {
  const ENDS = [
    { point: new Vector3(...LEFT), normal: null },
    { point: new Vector3(...RIGHT), normal: null },
  ];
  let kept: string;
  const length = () => {
    const node = editor.scene.node(kept);
    const line = node && measuredBy(node);
    const [from, to] = line ? pointsInScene(line, editor.scene.worldOf(kept)) : [];
    return from && to ? from.point.distanceTo(to.point) : null;
  };
  const dragTo = (...at: [number, number, number]) =>
    editor.pointerDown(...editor.screen(...RIGHT)).pointerMove(...editor.screen(...at));

  beforeEach(() => {
    saveMeasure(editor, { mode: 'distance', points: ENDS }, { name: 'Width', isGiven: false });
    [kept = ''] = editor.selection.ids.value;
  });

  it('is changed by dragging a point, in one undo step', () => {
    dragTo(0.5, -0.5, 0.5).expectToBeIn('distanceMeter.draggingPoint');
    editor.pointerUp();
    expect(length()).toBeCloseTo(Math.SQRT2);
    expect(editor.scene.node(kept)?.props).toMatchObject({ normals: [null, expect.any(Array)] });
    editor.history.undo();
    expect(length()).toBeCloseTo(1);
    expect(editor.scene.node(kept)).toBeDefined();
    editor.history.redo();
    expect(length()).toBeCloseTo(Math.SQRT2);
  });

  it('is restored on Escape, and can be dragged with a rotated and scaled node', () => {
    dragTo(0.5, -0.5, 0.5);
    editor.tools.cancel();
    expect(length()).toBeCloseTo(1);
    editor.edit(() => updateNode(editor.ydoc, kept, { rotation: [0, 0, 1, 0], scale: [1, 2, 1] }));
    dragTo(0.5, -0.5, 0.5).pointerUp();
    expect(length()).toBeCloseTo(Math.SQRT2);
  });

  it('cannot be dragged while hidden, locked or read-only', () => {
    const drag = () => dragTo(0.5, -0.5, 0.5).pointerUp();
    editor.edit(() => updateNode(editor.ydoc, kept, { visible: false }));
    drag();
    editor.edit(() => updateNode(editor.ydoc, kept, { visible: true, locked: true }));
    drag();
    editor.edit(() => updateNode(editor.ydoc, kept, { locked: false }));
    editor.isReadOnly.value = true;
    drag();
    expect(length()).toBeCloseTo(1);
  });
});

describe('leaving the distance meter', () => {
  it('discards the draft on the first Escape, and leaves the tool on the second', () => {
    clickAt(...LEFT);
    editor.tools.cancel();
    editor.expectToBeIn('distanceMeter.idle');
    editor.tools.cancel();
    editor.expectToBeIn('select.idle');
  });

  it('keeps the draft while another tool is used', () => {
    clickAt(...LEFT);
    editor.tools.use('select');
    expect(tool.snapped.value).toBeNull();
    editor.tools.use('distanceMeter');
    editor.expectToBeIn('distanceMeter.drawing');
    clickAt(...RIGHT);
    expect(texts()).toEqual(['1 m']);
  });

  it('is not forced in a read-only scene, which can be measured', () => {
    editor.isReadOnly.value = true;
    editor.expectToBeIn('distanceMeter.idle');
    clickAt(...LEFT);
    clickAt(...RIGHT);
    expect(texts()).toEqual(['1 m']);
  });
});

describe('measurements after a reload', () => {
  const reload = (kept: unknown) => {
    const again = new TestEditor();
    const taken = measureToolOf(again);
    taken.restore(JSON.parse(JSON.stringify(kept ?? null)));
    return taken;
  };

  it('are restored with their names, and numbering continues', () => {
    clickAt(...LEFT);
    clickAt(...RIGHT);
    tool.change(1, { name: 'Width', isShown: false });
    const again = reload(tool.write());
    // The kind of snap target is not restored.
    expect(tool.measures.value).toMatchObject(again.measures.value);
    again.place({ point: new Vector3(), normal: null });
    again.place({ point: new Vector3(0, 1, 0), normal: null });
    expect(again.measures.value.map(({ number }) => number)).toEqual([1, 2]);
  });

  it('omit malformed entries', () => {
    const point = { point: [0, 0, 0], normal: null };
    const measure = { number: 3, name: 'A', mode: 'distance', points: [point, point], isShown: true };
    const kept = [
      measure,
      { ...measure, points: [point] },
      { ...measure, mode: 'weight' },
      { ...measure, points: [point, { point: [0, null, 0] }] },
      { ...measure, number: 'one' },
      null,
      'text',
    ];
    expect(reload(kept).measures.value).toHaveLength(1);
    expect(reload({}).measures.value).toEqual([]);
    expect(reload(undefined).measures.value).toEqual([]);
  });
});
