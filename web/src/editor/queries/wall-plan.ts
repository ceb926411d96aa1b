import type { NodeOf } from '@diorama/shared/scene/document.ts';
import { isUpright } from '@diorama/shared/scene/nodes/wall/is-upright.ts';
import { SAME_END, wallLine } from '@diorama/shared/scene/nodes/wall/line.ts';
import { planThrough, sideThrough } from '@diorama/shared/scene/nodes/wall/plan-through.ts';
import { localMatrix } from '@diorama/shared/scene/resolve.ts';
import type { Matrix4 } from 'three';
import type { Editor } from '../editor.ts';
import type { DraftOpening, DraftWall, Walls } from '../kernels/walls/walls.ts';
import { levelMatrix, type PlanLevel } from './plan-level.ts';

/** The level that a wall stands on; null for what is no wall, or one that was tilted or scaled: it is in no plan. */
export function levelOf({ scene }: Editor, id: string): PlanLevel | null {
  const node = scene.node(id);
  return node?.kind === 'wall' && draftOf(node)
    ? { parent: scene.parentOf(id), height: node.position[1] }
    : null;
}

/** A wall in its parent's plan, if it is in one, whether it may be changed or not: without a look at the others. */
export function draftedWall({ scene }: Editor, id: string): DraftWall | null {
  const node = scene.node(id);
  return node?.kind === 'wall' ? draftOf(node) : null;
}

/** Such a wall that is seen and free. */
export function wallInPlan(editor: Editor, id: string): DraftWall | null {
  return editor.scene.isReachable(id) ? draftedWall(editor, id) : null;
}

/** How long such a wall is along its line, in metres; null for what is none. */
export function lengthOfWall(editor: Editor, id: string): number | null {
  const wall = wallInPlan(editor, id);
  return (wall && wallLine(wall)?.length) ?? null;
}

/** 1, or -1 for a wall that is mirrored: it curves to the other side of its line than its plan says. */
export function sideOf(node: NodeOf<'wall'>): 1 | -1 {
  return sideThrough(localMatrix(node));
}

/** The walls that a person sees who draws on a level, in the level's own space. */
export type PlanWalls = {
  /** What can be changed of the plan, and what is in it. */
  own: Walls;
  /** What is locked of the plan: new walls meet it, and leave it as it is. */
  fixed: Walls['walls'];
  /** What stands on the level or ends just below it, in another plan: lines to keep to, and nothing to meet. */
  beside: Walls['walls'];
};

/** What ends no further below a level than a floor is thick shows where the walls above it go, in metres. */
const FLOOR_THICKNESS = 0.5;

/** A wall in its parent's plan, and how high above that it stands. */
type Standing = { id: string; parent: string | null; foot: number; wall: DraftWall; isFree: boolean };

type Known = { nodes: object; standing: readonly Standing[]; byLevel: Map<string, PlanWalls> };

const known = new WeakMap<Editor, Known>();

/**
 * The walls of a level that are neither hidden nor locked, and what is in them, in the level's own space. Asked for at each
 * move of the pointer, so it is worked out once for each document.
 */
export function wallsOn(editor: Editor, level: PlanLevel): Walls {
  return planWalls(editor, level).own;
}

/** All walls that a wall on a level can meet, be they locked. */
export function wallsToMeet(editor: Editor, level: PlanLevel): Walls['walls'] {
  const { own, fixed } = planWalls(editor, level);
  return new Map([...own.walls, ...fixed]);
}

/** The walls that are seen by who draws on a level. */
export function planWalls(editor: Editor, level: PlanLevel): PlanWalls {
  const { nodes } = editor.scene.get();
  let there = known.get(editor);
  if (there?.nodes !== nodes) {
    there = { nodes, standing: readStanding(editor), byLevel: new Map() };
    known.set(editor, there);
  }
  const key = `${level.height} ${level.parent ?? ''}`;
  const walls = there.byLevel.get(key) ?? readWalls(editor, level, there.standing);
  if (there.byLevel.size >= MOST_LEVELS) {
    there.byLevel.clear();
  }
  there.byLevel.set(key, walls);
  return walls;
}

/** Over a slope the pointer is on another level at each move: so many are remembered. */
const MOST_LEVELS = 32;

function readStanding({ scene }: Editor): Standing[] {
  return scene.nodesOf('wall').flatMap(([id, node]) => {
    const wall = draftOf(node);
    if (!wall || !scene.isShown(id)) {
      return [];
    }
    const isFree = !scene.isLocked(id);
    return { id, parent: scene.parentOf(id), foot: node.position[1], wall, isFree };
  });
}

function readWalls(editor: Editor, level: PlanLevel, standing: readonly Standing[]): PlanWalls {
  const walls = new Map<string, DraftWall>();
  const fixed = new Map<string, DraftWall>();
  const beside = new Map<string, DraftWall>();
  const intoLevel = intoLevelOf(editor, level);
  for (const { id, parent, foot, wall, isFree } of standing) {
    const isOwn = parent === level.parent && Math.abs(foot - level.height) <= SAME_END;
    const matrix = isOwn ? null : intoLevel(parent);
    if (isOwn) {
      (isFree ? walls : fixed).set(id, wall);
    } else if (matrix && isSeenOn(matrix.elements[13] + foot, wall)) {
      beside.set(id, { ...wall, ...planThrough(matrix, wall) });
    }
  }
  return { own: { walls, openings: openingsIn(editor, walls) }, fixed, beside };
}

function openingsIn({ scene }: Editor, walls: Walls['walls']): Walls['openings'] {
  const openings = new Map<string, DraftOpening>();
  for (const [id, { props }] of scene.nodesOf('opening')) {
    const wall = scene.parentOf(id);
    if (wall !== null && walls.has(wall)) {
      const { type, offset, width, height, sill } = props;
      openings.set(id, { wall, type, offset, width, height, sill });
    }
  }
  return openings;
}

/** Says how one comes from the plan of a parent into a level; null where that is tilted or scaled against it. */
function intoLevelOf(editor: Editor, level: PlanLevel): (parent: string | null) => Matrix4 | null {
  const toLevel = levelMatrix(editor, level);
  const isFlat = toLevel.determinant() === 0;
  toLevel.invert();
  const asked = new Map<string | null, Matrix4 | null>();
  return (parent) => {
    const before = asked.get(parent);
    if (before !== undefined) {
      return before;
    }
    const matrix = toLevel.clone().multiply(levelMatrix(editor, { parent, height: 0 }));
    const found = !isFlat && isUpright(matrix) ? matrix : null;
    asked.set(parent, found);
    return found;
  };
}

/** Whether a wall that stands so far above a level reaches it, or the floor that it is on. */
function isSeenOn(foot: number, { height }: DraftWall): boolean {
  return foot <= SAME_END && foot + height + FLOOR_THICKNESS >= 0;
}

const drafts = new WeakMap<NodeOf<'wall'>, DraftWall | null>();

/**
 * A wall in its parent's plan, where one that is mirrored curves to the side to which it is seen to; null for one that is in
 * none. Worked out once for each state of a node: an edit of one wall leaves the drafts of all others.
 */
function draftOf(node: NodeOf<'wall'>): DraftWall | null {
  let draft = drafts.get(node);
  if (draft === undefined) {
    const matrix = localMatrix(node);
    draft = isUpright(matrix) ? { ...planThrough(matrix, node.props), height: node.props.height } : null;
    drafts.set(node, draft);
  }
  return draft;
}
