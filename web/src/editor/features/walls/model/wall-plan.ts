import type { NodeOf } from '@diorama/shared/scene/document.ts';
import { isUpright } from '@diorama/shared/scene/nodes/wall/is-upright.ts';
import { SAME_END, wallLine } from '@diorama/shared/scene/nodes/wall/line.ts';
import { planThrough, sideThrough } from '@diorama/shared/scene/nodes/wall/plan-through.ts';
import { localMatrix } from '@diorama/shared/scene/resolve.ts';
import type { Matrix4 } from 'three';
import type { SceneReader } from '../../../parts.ts';
import type { DraftOpening, DraftWall, Walls } from './kernels/walls.ts';
import { levelMatrix, type PlanLevel } from './plan-level.ts';

/** Plan level of a wall; null for other nodes, and for tilted or scaled walls, which are in no plan. */
export function levelOf({ scene }: SceneReader, id: string): PlanLevel | null {
  const node = scene.node(id);
  return node?.kind === 'wall' && draftOf(node)
    ? { parent: scene.parentOf(id), height: node.position[1] }
    : null;
}

/** Wall in its parent's plan, editable or not, without regard to other walls. */
export function draftedWall({ scene }: SceneReader, id: string): DraftWall | null {
  const node = scene.node(id);
  return node?.kind === 'wall' ? draftOf(node) : null;
}

/** Wall in its parent's plan, if it is visible and unlocked. */
export function wallInPlan(editor: SceneReader, id: string): DraftWall | null {
  return editor.visibility.isReachable(id) ? draftedWall(editor, id) : null;
}

/** Length of a plan wall along its line, in metres; null for others. */
export function lengthOfWall(editor: SceneReader, id: string): number | null {
  const wall = wallInPlan(editor, id);
  return (wall && wallLine(wall)?.length) ?? null;
}

/** 1, or −1 for a mirrored wall, which curves opposite to its plan. */
export function wallSideOf(node: NodeOf<'wall'>): 1 | -1 {
  return sideThrough(localMatrix(node));
}

/** Walls that are visible when drawing on a level, in the level's space. */
type PlanWalls = {
  /** Editable walls of the plan, and their openings. */
  own: Walls;
  /** Locked walls of the plan: new walls meet them without changing them. */
  fixed: Walls['walls'];
  /** Walls of other plans at this level or ending just below it: snap lines that new walls do not join. */
  others: Walls['walls'];
};

/** Largest distance in metres below a level at which walls of the storey below still serve as snap lines. */
const FLOOR_THICKNESS = 0.5;

/** Wall in its parent's plan, and its height above that. */
type Standing = { id: string; parent: string | null; foot: number; wall: DraftWall; isFree: boolean };

type Known = {
  nodes: object;
  overrides: object;
  standing: readonly Standing[];
  byLevel: Map<string, PlanWalls>;
};

const known = new WeakMap<SceneReader, Known>();

/**
 * Visible, unlocked walls of a level with their openings, in the level's space. Cached per document and
 * visibility, as it is read at each pointer move.
 */
export function wallsOn(editor: SceneReader, level: PlanLevel): Walls {
  return planWalls(editor, level).own;
}

/** All walls that a wall on a level can meet, including locked ones. */
export function wallsToMeet(editor: SceneReader, level: PlanLevel): Walls['walls'] {
  const { own, fixed } = planWalls(editor, level);
  return new Map([...own.walls, ...fixed]);
}

/** Walls that are visible when drawing on a level. */
export function planWalls(editor: SceneReader, level: PlanLevel): PlanWalls {
  const { nodes } = editor.scene.document.value;
  const overrides = editor.visibility.overrides.value;
  let there = known.get(editor);
  if (there?.nodes !== nodes || there.overrides !== overrides) {
    there = { nodes, overrides, standing: readStanding(editor), byLevel: new Map() };
    known.set(editor, there);
  }
  const key = `${level.height} ${level.parent ?? ''}`;
  const walls = there.byLevel.get(key) ?? readWalls(editor, level, there.standing);
  if (there.byLevel.size >= MAX_LEVELS) {
    there.byLevel.clear();
  }
  there.byLevel.set(key, walls);
  return walls;
}

/** Number of cached levels; over a slope each pointer move is on another level. */
const MAX_LEVELS = 32;

function readStanding({ scene, visibility }: SceneReader): Standing[] {
  return scene.nodesOf('wall').flatMap(([id, node]) => {
    const wall = draftOf(node);
    if (!wall || !visibility.isVisible(id)) {
      return [];
    }
    const isFree = !scene.isLocked(id);
    return { id, parent: scene.parentOf(id), foot: node.position[1], wall, isFree };
  });
}

function readWalls(editor: SceneReader, level: PlanLevel, standing: readonly Standing[]): PlanWalls {
  const walls = new Map<string, DraftWall>();
  const fixed = new Map<string, DraftWall>();
  const others = new Map<string, DraftWall>();
  const intoLevel = intoLevelOf(editor, level);
  for (const { id, parent, foot, wall, isFree } of standing) {
    const isOwn = parent === level.parent && Math.abs(foot - level.height) <= SAME_END;
    const matrix = isOwn ? null : intoLevel(parent);
    if (isOwn) {
      (isFree ? walls : fixed).set(id, wall);
    } else if (matrix && isSeenOn(matrix.elements[13] + foot, wall)) {
      others.set(id, { ...wall, ...planThrough(matrix, wall) });
    }
  }
  return { own: { walls, openings: openingsIn(editor, walls) }, fixed, others };
}

function openingsIn({ scene }: SceneReader, walls: Walls['walls']): Walls['openings'] {
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

/**
 * Returns a function that maps the plan of a parent to a level; it returns null for a relatively tilted or
 * scaled plan.
 */
function intoLevelOf(editor: SceneReader, level: PlanLevel): (parent: string | null) => Matrix4 | null {
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

/** Whether a wall reaches a level, or the floor thickness below it. */
function isSeenOn(foot: number, { height }: DraftWall): boolean {
  return foot <= SAME_END && foot + height + FLOOR_THICKNESS >= 0;
}

const drafts = new WeakMap<NodeOf<'wall'>, DraftWall | null>();

/**
 * Wall in its parent's plan, where a mirrored wall curves to its visible side; null outside a plan. Cached
 * per node, so that an edit of one wall keeps the drafts of all others.
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
