import { type Matrix4, Vector3 } from 'three';
import type { NodeOf } from '../../document.ts';
import { localMatrix } from '../../resolve.ts';
import { floorTie } from '../floor/floor-tie.ts';
import type { PlanPoint } from '../plan.ts';
import type { NodeDependencies, NodeTraits } from '../traits.ts';
import { cutBy, type HalfPlan, type WallBody, type WallCut, wallCornersOf } from './crossing.ts';
import { wallGeometry } from './geometry.ts';
import { isUpright } from './is-upright.ts';
import { SAME_END, type WallPlan, wallLine } from './line.ts';
import type { WallNeighbours } from './pieces.ts';
import { planThrough, pointThrough, sideThrough } from './plan-through.ts';
import { WALL_SLOTS } from './slots.ts';

/** Side of a grid cell of a plan, in metres: little more than the thickness of walls. */
const CELL = 0.5;

/**
 * Maximum number of cells of one outline. Larger ones get no names, as they would match most of their
 * surroundings.
 */
const MAX = 600;

/** Maximum number of walls that cut a wall; further ones are ignored. */
const MAX_CUTS = 100;

/** Tie between a wall and its openings. */
export const openingsTie = (wall: string) => `openings:${wall}`;

export const wallTraits: NodeTraits<'wall'> = {
  role: 'surface',
  placedBy: 'plan',
  shape: (props, { id, node, ties }) => {
    const openings = ties
      .tiedTo(id)
      .flatMap(({ node: other }) => (other.kind === 'opening' && other.parent === id ? [other.props] : []));
    const shared = wallGeometry.share(props, { ...neighboursOf(id, node, ties), openings });
    return (
      shared && {
        key: shared.key,
        scale: shared.scale,
        textureMapping: 'metres',
        slots: WALL_SLOTS,
        build: () => wallGeometry.build(shared.shape),
      }
    );
  },
  slots: 'materials',
  ties: (id, node) => [openingsTie(id), floorTie(id), ...endTies(node), ...bodyTies(id, node)],
};

/**
 * Neighbours of a wall in its local space, with the cuts of those that cross it. A hidden neighbour does not
 * cut it, but is still joined at its ends.
 */
export function neighboursOf(id: string, node: NodeOf<'wall'>, ties: NodeDependencies): WallNeighbours {
  const toOwn = localMatrix(node);
  if (toOwn.determinant() === 0) {
    return { walls: [], cuts: [] };
  }
  const isMirrored = sideThrough(toOwn) < 0;
  toOwn.invert();
  const own = bodyOf(id, node);
  const [walls, cuts]: [WallPlan[], WallCut[]] = [[], []];
  for (const { id: otherId, node: other } of ties.tiedTo(id)) {
    if (other.kind !== 'wall' || other.parent !== node.parent) {
      continue;
    }
    const matrix = toOwn.clone().multiply(localMatrix(other));
    const { start, end } = other.props;
    if (staysInPlan(matrix, start) && staysInPlan(matrix, end)) {
      walls.push(planThrough(matrix, other.props));
    }
    const body = other.visible ? bodyOf(otherId, other) : null;
    const touchesFoot = own && body && Math.abs(own.foot - body.foot) <= SAME_END;
    const cut = touchesFoot && cuts.length < MAX_CUTS ? cutBy(own, body) : null;
    if (cut) {
      cuts.push(isMirrored ? mirroredCut(cut) : cut);
    }
  }
  return { walls, cuts };
}

/** A wall in its parent's plan, with its elevation; null for a tilted or scaled wall. */
function bodyOf(id: string, node: NodeOf<'wall'>): (WallBody & { foot: number }) | null {
  const matrix = localMatrix(node);
  return isUpright(matrix)
    ? { id, ...planThrough(matrix, node.props), height: node.props.height, foot: node.position[1] }
    : null;
}

/** Whether a matrix keeps a point of a plan at its height. */
function staysInPlan(matrix: Matrix4, [x, z]: PlanPoint): boolean {
  return Math.abs(new Vector3(x, 0, z).applyMatrix4(matrix).y) <= SAME_END;
}

/** A cut in the local space of a wall that its parent mirrors. */
function mirroredCut({ before, behind }: WallCut): WallCut {
  const mirrored = (half: HalfPlan | null) => half && { ...half, aside: -half.aside };
  return { before: mirrored(before), behind: mirrored(behind) };
}

/**
 * Ties of a wall's ends in its parent. Each end has the names of all cells within half the tolerance for
 * equal ends, so that coinciding ends share one.
 */
function endTies(node: NodeOf<'wall'>): string[] {
  const matrix = localMatrix(node);
  const { start, end } = node.props;
  return [start, end].flatMap((point) => {
    const cells = pointThrough(matrix, point).map((value) => cellsAround(value));
    return (cells[0] ?? []).flatMap((cx) =>
      (cells[1] ?? []).map((cz) => `ends:${node.parent ?? ''}:${cx}:${cz}`),
    );
  });
}

/**
 * Ties of a wall's body in its parent, so that overlapping walls share one; curved walls have none, as they
 * cut nothing.
 */
function bodyTies(id: string, node: NodeOf<'wall'>): string[] {
  const body = bodyOf(id, node);
  const line = body && wallLine(body);
  if (!line || line.arc) {
    return [];
  }
  const cells = cellsUnder(wallCornersOf(line));
  return cellsAround(body.foot).flatMap((foot) =>
    cells.map((cell) => `body:${node.parent ?? ''}:${foot}:${cell}`),
  );
}

/**
 * A cell is twice as wide as the tolerance for equal ends, so a point is near at most two of
 * them.
 */
function cellsAround(value: number): number[] {
  const width = 2 * SAME_END;
  const [low, high] = [value - SAME_END / 2, value + SAME_END / 2].map((edge) => Math.floor(edge / width));
  return low === high ? [low ?? 0] : [low ?? 0, high ?? 0];
}

/** Names of the grid cells that a convex outline covers; overlapping outlines share at least one. */
function cellsUnder(outline: readonly PlanPoint[]): string[] {
  const [low, high] = rangeOf(outline.map(([x]) => x));
  const [below, above] = rangeOf(outline.map(([, z]) => z));
  if (!(high - low < MAX && above - below < MAX)) {
    return [];
  }
  const cells: string[] = [];
  for (let column = low; column <= high; column += 1) {
    const [from, to] = rangeOf(within(outline, column * CELL, (column + 1) * CELL));
    for (let row = from; row <= to; row += 1) {
      cells.push(`${column}:${row}`);
    }
    if (cells.length > MAX) {
      return [];
    }
  }
  return cells;
}

/** First and last cell of a range of values. */
function rangeOf(values: readonly number[]): [first: number, last: number] {
  return [Math.floor(Math.min(...values) / CELL), Math.floor(Math.max(...values) / CELL)];
}

/** Z coordinates of an outline's corners and sides between two values of X. */
function within(outline: readonly PlanPoint[], low: number, high: number): number[] {
  return outline.flatMap(([x, z], i) => {
    const [toX, toZ] = outline[(i + 1) % outline.length] ?? [x, z];
    const at = (edge: number) =>
      edge > Math.min(x, toX) && edge < Math.max(x, toX) ? [z + ((toZ - z) * (edge - x)) / (toX - x)] : [];
    return [...(x >= low && x <= high ? [z] : []), ...at(low), ...at(high)];
  });
}
