import type { PlanPoint } from '@diorama/shared/scene/nodes/plan.ts';
import { describe, expect, it } from 'vitest';
import { settleWalls } from './draw-walls.ts';
import type { DraftOpening, DraftWall, Walls } from './walls.ts';

const wall = (start: PlanPoint, end: PlanPoint, more: Partial<DraftWall> = {}): DraftWall => ({
  ...{ height: 2.5, thickness: 0.1, justification: 'center', curve: 0 },
  ...{ start, end },
  ...more,
});
const door = (wall: string, offset: number): DraftOpening => ({
  ...{ wall, offset },
  ...{ type: 'door', width: 0.9, height: 2, sill: 0 },
});
const settling = (
  walls: Record<string, DraftWall>,
  moved: string[],
  {
    openings = {},
    hosts = [],
    taken = 'moved',
  }: { openings?: Record<string, DraftOpening>; hosts?: string[]; taken?: string } = {},
) => {
  const there: Walls = { walls: new Map(Object.entries(walls)), openings: new Map(Object.entries(openings)) };
  let count = 0;
  const isHost = (id: string) => hosts.includes(id);
  return settleWalls(there, { moved, taken: [taken], isHost, newId: () => `new${++count}` });
};
const settled = (...args: Parameters<typeof settling>) => {
  const result = settling(...args);
  return 'plan' in result ? result.plan : expect.fail(result.refused);
};
const NOTHING = { create: [], update: [], remove: [] };
const LINE = wall([-2, 0], [2, 0]);

describe('moved walls', () => {
  it('are split with the walls they cross, and each half keeps its settings', () => {
    const { create, update, remove } = settled({ line: LINE, moved: wall([0, -2], [0, 2]) }, ['moved']);
    expect(create.map(({ like, props }) => [like, props.start, props.end])).toEqual([
      ['line', [0, 0], [2, 0]],
      ['moved', [0, 0], [0, 2]],
    ]);
    expect(update).toEqual([
      { id: 'line', props: { end: [0, 0] } },
      { id: 'moved', props: { end: [0, 0] } },
    ]);
    expect(remove).toEqual([]);
  });

  it('split walls they end on, and are split by walls that end on them', () => {
    const ending = settled({ line: LINE, moved: wall([1, 0], [1, 2]) }, ['moved']);
    expect(ending.create).toMatchObject([{ like: 'line', props: { start: [1, 0] } }]);
    const hit = settled({ moved: LINE, stem: wall([1, 0], [1, 2]) }, ['moved']);
    expect(hit.create).toMatchObject([{ like: 'moved', props: { start: [1, 0] } }]);
  });

  it('do not split a wall at an opening, and move other openings to the new half', () => {
    const moved = wall([0, -2], [0, 2]);
    const { create, update } = settled({ line: LINE, moved }, ['moved'], {
      openings: { here: door('line', 2.1), there: door('moved', 3.5) },
    });
    expect(create.map(({ like }) => like)).toEqual(['moved']);
    expect(update).toContainEqual({ id: 'there', props: { offset: 1.5 }, parent: create[0]?.id });
  });

  it('are removed on top of an equal wall, which is removed instead if they have openings or children', () => {
    const walls = { line: LINE, moved: wall([2, 0], [-2, 0]) };
    expect(settled(walls, ['moved'])).toEqual({ ...NOTHING, remove: ['moved'] });
    const without = { ...NOTHING, remove: ['line'] };
    expect(settled(walls, ['moved'], { openings: { door: door('moved', 1) } })).toEqual(without);
    expect(settled(walls, ['moved'], { hosts: ['moved'] })).toEqual(without);
  });

  it('move the openings of the removed wall to the remaining wall, in place', () => {
    const walls = { line: LINE, moved: wall([2, 0], [-2, 0]) };
    const openings = { own: door('moved', 1), there: door('line', 1) };
    expect(settled(walls, ['moved'], { openings })).toEqual({
      ...NOTHING,
      update: [{ id: 'own', props: { offset: 3 }, parent: 'line', isTurned: true }],
      remove: ['moved'],
    });
    const same = { line: LINE, moved: wall([-2, 0], [2, 0]) };
    expect(settled(same, ['moved'], { openings: { own: door('moved', 1) }, hosts: ['line'] })).toEqual({
      ...NOTHING,
      update: [{ id: 'own', props: { offset: 1 }, parent: 'line' }],
      remove: ['moved'],
    });
    expect(settled(same, ['moved'], { openings: { there: door('line', 1) }, hosts: ['moved'] })).toEqual({
      ...NOTHING,
      update: [{ id: 'there', props: { offset: 1 }, parent: 'moved' }],
      remove: ['line'],
    });
  });

  it('are rejected when the openings or children of both walls do not fit into one', () => {
    const walls = { line: LINE, moved: wall([2, 0], [-2, 0]) };
    const full = { refused: 'full' };
    const openings = { own: door('moved', 1), there: door('line', 2.5) };
    expect(settling(walls, ['moved'], { openings })).toEqual(full);
    expect(settling(walls, ['moved'], { hosts: ['moved', 'line'] })).toEqual(full);
  });

  it('stay on top of a wall with another height, thickness or justification', () => {
    for (const more of [{ height: 2 }, { thickness: 0.2 }, { justification: 'left' } as const]) {
      const moved = wall([2, 0], [-2, 0], more);
      expect(settled({ line: LINE, moved }, ['moved'])).toEqual(NOTHING);
    }
    const left = { line: wall([-2, 0], [2, 0], { justification: 'left' }) };
    const turned = (justification: 'left' | 'right') => wall([2, 0], [-2, 0], { justification });
    expect(settled({ ...left, moved: turned('left') }, ['moved'])).toEqual(NOTHING);
    expect(settled({ ...left, moved: turned('right') }, ['moved'])).toEqual({
      ...NOTHING,
      remove: ['moved'],
    });
  });

  it('stay on top of a wall when they only followed the dragged wall', () => {
    const walls = { line: LINE, followed: wall([2, 0], [-2, 0]), moved: wall([2, 0], [2, 2]) };
    expect(settled(walls, ['moved', 'followed'])).toEqual(NOTHING);
  });

  it('are unchanged when they meet no wall, or meet only at corners', () => {
    expect(settled({ line: LINE, moved: wall([2, 0], [2, 2]) }, ['moved', 'gone'])).toEqual(NOTHING);
  });
});
