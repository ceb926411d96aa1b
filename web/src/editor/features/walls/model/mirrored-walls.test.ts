import { addNode, updateNode, updateNodes } from '@diorama/shared/scene/ops.ts';
import fc from 'fast-check';
import type { Box3 } from 'three';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { mirrorSelection } from '../../../commands/arrange.ts';
import { ungroupSelection } from '../../../commands/selection.ts';
import { propPatches } from '../../../queries/prop-fit.ts';
import { editorOverWalls } from '../../../test/over-walls.ts';
import type { TestEditor } from '../../../test/test-editor.ts';
import { look } from '../../../test/walls-fixture.ts';
import { lengthOfWall, levelOf, planWalls } from './wall-plan.ts';
import { createOpening, drawWalls, settledWalls, writeWalls } from './walls.ts';

type Scale = [number, number, number];

let editor: TestEditor;

beforeEach(() => {
  vi.useFakeTimers();
  editor = editorOverWalls();
});
afterEach(() => {
  editor.dispose();
  vi.useRealTimers();
});

const MIRRORS: readonly Scale[] = [
  [-1, 1, 1],
  [1, 1, -1],
];
const WAYS = ['below a mirrored group', 'mirrored itself'] as const;

/** Wall with a half-open door, mirrored in one way or not at all. */
function build(scale: Scale, way: (typeof WAYS)[number], curve: number) {
  const group = addNode(editor.ydoc, { kind: 'group', scale: way === WAYS[0] ? scale : [1, 1, 1] });
  const wall = addNode(editor.ydoc, {
    ...{ kind: 'wall', parent: group, scale: way === WAYS[1] ? scale : [1, 1, 1] },
    props: { start: [-2, 0], end: [2, 0], curve, justification: 'left' },
  });
  const door = addNode(editor.ydoc, { ...{ kind: 'opening', parent: wall }, props: { offset: 1, open: 60 } });
  editor.selection.set([wall]);
  return { group, wall, door };
}

const boundsOf = (...ids: string[]) => editor.queries?.boundsOf(ids);
const expectSame = (one: Box3 | undefined, other: Box3 | undefined) => {
  for (const corner of ['min', 'max'] as const) {
    for (const axis of ['x', 'y', 'z'] as const) {
      expect(one?.[corner][axis], `${corner} ${axis}`).toBeCloseTo(other?.[corner][axis] ?? Number.NaN, 2);
    }
  }
};
const wallsThere = () => [...editor.scene.nodesOf('wall')].map(([id]) => id);
const curveOf = (id: string) => {
  const node = editor.scene.node(id);
  return node?.kind === 'wall' ? node.props.curve : Number.NaN;
};

describe.each(WAYS)('a curved wall that is %s', (way) => {
  it.each(MIRRORS)('is bent by its handle to the pointer', (...scale) => {
    const { wall } = build(scale, way, 0);
    const top = (z: number) => editor.screen(0, 2.5, z);
    editor.pointerDown(...top(0)).expectToBeIn('select.bendingWall');
    editor
      .pointerMove(...top(-0.4))
      .pointerMove(...top(-1))
      .pointerUp();
    expect(Math.abs(curveOf(wall))).toBeCloseTo(1, 3);
    expect(boundsOf(wall)?.min.z).toBeLessThan(-0.99);
    expect(boundsOf(wall)?.max.z).toBeLessThan(0.15);
  });

  it('keeps its shape and its doors in place after a split', () => {
    const curve = fc.double({ min: 0.2, max: 1.9, noNaN: true });
    fc.assert(
      fc.property(fc.constantFrom(...MIRRORS), curve, fc.boolean(), (scale, by, isLeft) => {
        const { group, wall, door } = build(scale, way, isLeft ? by : -by);
        const beyond = addNode(editor.ydoc, {
          ...{ kind: 'opening', parent: wall },
          props: { offset: (lengthOfWall(editor, wall) ?? 0) - 0.5, width: 0.6, open: 60 },
        });
        const [before, doorBefore, beyondBefore] = [wall, door, beyond].map((id) => boundsOf(id));
        const level = levelOf(editor, wall) ?? expect.fail('the wall is in no plan');
        // The door hangs near the wall's start, at negative X in the plan.
        const x = way === WAYS[1] ? Math.sign(scale[0]) : 1;
        const drawn = drawWalls(editor, { level, shape: 'chain', from: [x, -3], to: [x, 3], look });
        const own = 'ids' in drawn ? drawn.ids : [];
        const halves = wallsThere().filter((id) => editor.scene.parentOf(id) === group && !own.includes(id));
        expect(halves).toHaveLength(2);
        expect(new Set([door, beyond].map((id) => editor.scene.parentOf(id)))).toEqual(new Set(halves));
        expect(editor.scene.parentOf(door)).toBe(wall);
        expectSame(boundsOf(door), doorBefore);
        expectSame(boundsOf(beyond), beyondBefore);
        // The crossing wall is moved away, so that no half is mitred with it.
        updateNodes(editor.ydoc, new Map(own.map((id) => [id, { position: [50, 0, 50] }])));
        expectSame(boundsOf(...halves), before);
      }),
      { numRuns: 12 },
    );
  });

  it.each(MIRRORS)('applies a curve from a field, and moves its door along', (...scale) => {
    const { wall, door } = build(scale, way, 0);
    updateNodes(editor.ydoc, propPatches(editor, [wall], { key: 'curve', next: () => 1.5 }));
    expect(curveOf(wall)).toBe(1.5);
    const [opening] = [editor.scene.node(door)];
    expect(opening?.kind === 'opening' && opening.props.offset).toBeGreaterThan(1.1);
  });

  it.each(MIRRORS)('is restored by two more mirrors, and stays in the plan', (...scale) => {
    const { wall, door } = build(scale, way, 1);
    const [before, doorBefore] = [boundsOf(wall), boundsOf(door)];
    mirrorSelection(editor, 'x');
    mirrorSelection(editor, 'x');
    expectSame(boundsOf(wall), before);
    expectSame(boundsOf(door), doorBefore);
    expect(levelOf(editor, wall)).not.toBeNull();
  });
});

describe('a mirrored wall', () => {
  it('stays in place and in the plan when its mirrored group is dissolved', () => {
    const { group, wall, door } = build([-1, 1, 1], WAYS[0], 1);
    const [before, doorBefore] = [boundsOf(wall), boundsOf(door)];
    editor.selection.set([group]);
    ungroupSelection(editor);
    expect(editor.scene.node(wall)?.scale[0]).toBe(-1);
    expectSame(boundsOf(wall), before);
    expectSame(boundsOf(door), doorBefore);
    expect(levelOf(editor, wall)).toEqual({ parent: null, height: 0 });
  });

  it('is listed on an unmirrored level with the reversed curve and justification', () => {
    build([1, 1, -1], WAYS[0], 1);
    const [beside] = planWalls(editor, { parent: null, height: 0 }).others.values();
    expect(beside).toMatchObject({ start: [-2, 0], end: [2, 0], curve: -1, justification: 'right' });
  });

  it('moves its door in place to an unmirrored wall that fills the same place', () => {
    const { group, wall, door } = build([1, 1, -1], WAYS[1], 1);
    const twin = addNode(editor.ydoc, {
      ...{ kind: 'wall', parent: group },
      props: { start: [-2, 0], end: [2, 0], curve: -1, justification: 'right' },
    });
    const other = addNode(editor.ydoc, { kind: 'box', parent: twin });
    const before = boundsOf(door);
    const level = levelOf(editor, wall) ?? expect.fail('the wall is in no plan');
    const settled = settledWalls(editor, level, { moved: [wall], taken: [wall] });
    editor.edit(() => writeWalls(editor, level, 'plan' in settled ? settled.plan : expect.fail('full')));
    expect(wallsThere()).toEqual([twin]);
    expect([door, other].map((id) => editor.scene.parentOf(id))).toEqual([twin, twin]);
    expectSame(boundsOf(door), before);
  });
});

it('a new door in a mirrored wall opens to the same side as its preview', () => {
  const [twin, mirrored] = ([1, -1] as const).map((z) =>
    addNode(editor.ydoc, { ...{ kind: 'wall', scale: [1, 1, z] }, props: { start: [-2, 0], end: [2, 0] } }),
  );
  const [seen, door] = [twin, mirrored].map((wall = '') => {
    const plan = { type: 'door' as const, offset: 2, width: 0.9, height: 2, sill: 0 };
    const id = createOpening(editor, { wall, plan, look: { flipped: false } }) ?? '';
    updateNode<'opening'>(editor.ydoc, id, { props: { open: 60 } });
    return id;
  });
  expectSame(boundsOf(door ?? ''), boundsOf(seen ?? ''));
});
