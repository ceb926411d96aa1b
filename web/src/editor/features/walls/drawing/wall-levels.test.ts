import { addNode, updateNode } from '@diorama/shared/scene/ops.ts';
import { Vector3 } from 'three';
import { describe, expect, it } from 'vitest';
import { withWallTool } from '../../../test/with-wall-tool.ts';

const fixture = withWallTool();
const { click, move } = fixture;

const walls = () =>
  fixture.editor.scene
    .nodesOf('wall')
    .map(([id, node]) => ({ id, ...node, parent: fixture.editor.scene.parentOf(id) }));
const near = (values: readonly number[]) => values.map((value) => Math.round(value * 1e4) / 1e4 + 0);
/** World positions of a wall's ends. */
const endsOf = (id: string) => {
  const node = fixture.editor.scene.node(id);
  const { start, end } = node?.kind === 'wall' ? node.props : { start: [0, 0], end: [0, 0] };
  return [start, end].map(([x = 0, z = 0]) =>
    near(new Vector3(x, 0, z).applyMatrix4(fixture.editor.scene.worldOf(id)).toArray()),
  );
};
const clickAt = (x: number, y: number, z: number) => fixture.editor.click(...fixture.editor.screen(x, y, z));

describe('the level of walls', () => {
  const slab = () =>
    addNode(fixture.editor.ydoc, { kind: 'box', position: [0, 1, 0], props: { size: [8, 0.2, 8] } });

  it('is the surface under the first click, for the whole chain', () => {
    slab();
    clickAt(-2, 1.1, 1);
    expect(fixture.tool.draft.value.level).toEqual({ parent: null, height: 1.1 });
    clickAt(1, 1.1, 1);
    // Beside the slab, where only the ground is.
    clickAt(1, 1.1, -4.5);
    expect(walls().map(({ position }) => position[1])).toEqual([1.1, 1.1]);
    expect(endsOf(walls()[0]?.id ?? '')).toEqual([
      [-2, 1.1, 1],
      [1, 1.1, 1],
    ]);
  });

  it('is shown before the first click, and is the ground beside other nodes', () => {
    slab();
    fixture.editor.pointerMove(...fixture.editor.screen(-2, 1.1, 1));
    expect(fixture.tool.draft.value).toMatchObject({ from: null, level: { height: 1.1 } });
    move(-6, 0);
    expect(fixture.tool.draft.value.level).toEqual({ parent: null, height: 0 });
  });

  it('is that of the wall under the pointer, at any height', () => {
    slab();
    addNode(fixture.editor.ydoc, {
      kind: 'wall',
      position: [0, 1.1, 0],
      props: { start: [-2, 0], end: [2, 0] },
    });
    // The top of the wall.
    fixture.editor.pointerMove(...fixture.editor.screen(0.3, 3.6, 0));
    expect(fixture.tool.draft.value.level.height).toBe(1.1);
  });

  it('can be chosen, independent of the clicked surface', () => {
    slab();
    addNode(fixture.editor.ydoc, { kind: 'wall', props: { start: [-2, 3], end: [2, 3] } });
    expect(fixture.tool.place.heights).toEqual([0, 2.5]);
    fixture.tool.place.choose({ height: 2.5 });
    clickAt(-1, 2.5, -1);
    clickAt(1, 2.5, -1);
    expect(walls().at(-1)?.position[1]).toBe(2.5);
    fixture.tool.place.choose({ height: 0 });
    fixture.editor.tools.cancel();
    click(-1, 0);
    click(1, 0);
    expect(walls().at(-1)?.position[1]).toBe(0);
  });

  it('has walls of other levels as snap targets, without splitting them', () => {
    fixture.tool.set({ mode: 'lines' });
    const below = addNode(fixture.editor.ydoc, {
      kind: 'wall',
      props: { start: [-2, 0], end: [2, 0], height: 1 },
    });
    slab();
    fixture.editor.pointerMove(...fixture.editor.screen(-1.9, 1.1, 0.1));
    expect(fixture.tool.draft.value.cursor).toMatchObject({ kind: 'endpoint', wall: below, point: [-2, 0] });
    clickAt(0, 1.1, 0);
    clickAt(0, 1.1, 2);
    // Reaching the line of a wall on another level does not end the chain.
    clickAt(2, 1.1, 0);
    fixture.editor.expectToBeIn('wallBuild.drawing');
    expect(walls()).toHaveLength(3);
    expect(endsOf(below)).toEqual([
      [-2, 0, 0],
      [2, 0, 0],
    ]);
  });
});

describe('the plan of walls', () => {
  const group = () =>
    addNode(fixture.editor.ydoc, {
      ...{ kind: 'group', name: 'House', position: [1, 0.5, 0] },
      rotation: [0, Math.SQRT1_2, 0, Math.SQRT1_2],
    });

  it('is the selected group, with its rotation and height', () => {
    const house = group();
    fixture.editor.selection.set([house]);
    clickAt(1, 0.5, 1);
    clickAt(1, 0.5, -1);
    const [wall] = walls();
    expect(wall?.parent).toBe(house);
    expect(endsOf(wall?.id ?? '')).toEqual([
      [1, 0.5, 1],
      [1, 0.5, -1],
    ]);
    expect(wall?.props.start.map(Math.abs)).toEqual([1, 0]);
  });

  it('is the group of the selection until the user chooses the scene', () => {
    const house = group();
    const box = addNode(fixture.editor.ydoc, { kind: 'box', parent: house });
    fixture.editor.selection.set([box]);
    expect([fixture.tool.place.plan, fixture.tool.place.plans]).toEqual([house, [house]]);
    fixture.tool.place.choose({ plan: null });
    move(-3, -3);
    expect(fixture.tool.draft.value.level).toEqual({ parent: null, height: 0 });
  });

  it('is not a locked group', () => {
    const house = group();
    fixture.editor.selection.set([house]);
    updateNode(fixture.editor.ydoc, house, { locked: true });
    expect(fixture.tool.place.plan).toBeNull();
  });

  it('has its level on a floor inside the group', () => {
    const house = group();
    addNode(fixture.editor.ydoc, { kind: 'box', parent: house, props: { size: [4, 0.4, 4] } });
    fixture.editor.selection.set([house]);
    clickAt(1, 0.7, 1);
    expect(fixture.tool.draft.value.level).toEqual({ parent: house, height: 0.2 });
  });
});

describe('locked walls', () => {
  const locked = () =>
    addNode(fixture.editor.ydoc, { kind: 'wall', locked: true, props: { start: [-2, 0], end: [2, 0] } });

  it('are snap targets and can be met, but stay unchanged', () => {
    fixture.tool.set({ mode: 'lines' });
    const wall = locked();
    move(-1.9, 0.1);
    expect(fixture.tool.draft.value.cursor).toMatchObject({ kind: 'endpoint', wall });
    click(0.6, 2);
    click(0.6, 0.1).expectToBeIn('wallBuild.idle');
    expect(walls()).toHaveLength(2);
    expect(near(endsOf(walls()[1]?.id ?? '')[1] ?? [])[2]).toBe(0);
  });

  it('are not drawn again', () => {
    locked();
    click(-2, 0);
    click(2, 0);
    expect(fixture.tool.draft.value.isRefused).toBe(true);
    click(4, 0);
    expect(walls().map(({ id }) => endsOf(id))[1]).toEqual([
      [2, 0, 0],
      [4, 0, 0],
    ]);
  });
});

describe('the typed lengths of a room', () => {
  it('are entered one after the other, in the direction of the pointer', () => {
    fixture.tool.set({ shape: 'room' });
    click(0, 0);
    move(-1, 1);
    fixture.editor.type('3', 'Tab', '1', '.', '5');
    expect(fixture.tool.draft.value.cursor?.point).toEqual([-3, 1.5]);
    fixture.editor.type('Enter');
    fixture.editor.expectToBeIn('wallBuild.idle');
    const corners = walls().flatMap(({ id }) => endsOf(id).map(String));
    expect([...new Set(corners)].sort()).toEqual(['-3,0,0', '-3,0,1.5', '0,0,0', '0,0,1.5']);
  });

  it('default to the pointer, and are rejected when invalid', () => {
    fixture.tool.set({ shape: 'room' });
    click(0, 0);
    move(1, 2);
    expect(fixture.editor.type('Tab')).toBe(false);
    fixture.editor.type('4');
    expect(fixture.tool.draft.value.cursor?.point).toEqual([4, 2]);
    fixture.editor.type('Tab', '2', 'x', 'Enter');
    expect(fixture.tool.draft.value.isRefused).toBe(true);
    fixture.editor.expectToBeIn('wallBuild.drawing').tools.cancel();
    fixture.editor.expectToBeIn('wallBuild.drawing');
    expect(fixture.tool.draft.value).toMatchObject({
      isRefused: false,
      lengths: { typed: null, kept: null },
    });
  });
});
