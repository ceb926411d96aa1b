import { type Matrix4, Vector3 } from 'three';
import type { NodeOf } from '../../document.ts';
import { localMatrix } from '../../resolve.ts';
import type { PlanPoint } from '../plan.ts';
import type { NodeTraits, Ties } from '../traits.ts';
import { wallGeometry } from './geometry.ts';
import { SAME_END, type WallPlan } from './line.ts';
import { WALL_SLOTS } from './slots.ts';

/** What hangs in a wall is tied to it by this. */
export const openingsTie = (wall: string) => `openings:${wall}`;

export const wallTraits: NodeTraits<'wall'> = {
  role: 'surface',
  placedBy: 'plan',
  shape: (props, { id, node, ties }) => {
    const openings = ties
      .tiedTo(id)
      .flatMap(({ node: other }) => (other.kind === 'opening' && other.parent === id ? [other.props] : []));
    const shared = wallGeometry.share(props, { walls: wallsAround(id, node, ties), openings });
    return (
      shared && {
        key: shared.key,
        scale: shared.scale,
        slots: WALL_SLOTS,
        build: () => wallGeometry.build(shared.shape),
      }
    );
  },
  slots: 'materials',
  ties: (id, node) => [openingsTie(id), ...endTies(node)],
};

/** The walls of the same parent that share an end with one, in that one's space. */
export function wallsAround(id: string, node: NodeOf<'wall'>, ties: Ties): WallPlan[] {
  const toOwn = localMatrix(node);
  if (toOwn.determinant() === 0) {
    return [];
  }
  toOwn.invert();
  return ties.tiedTo(id).flatMap(({ node: other }) => {
    if (other.kind !== 'wall' || other.parent !== node.parent) {
      return [];
    }
    const matrix = toOwn.clone().multiply(localMatrix(other));
    const { start, end, thickness, justification } = other.props;
    const [from, to] = [planPoint(matrix, start), planPoint(matrix, end)];
    return from && to ? [{ start: from, end: to, thickness, justification }] : [];
  });
}

/** Where a point of a plan comes to lie; null when that is above or below the plan. */
function planPoint(matrix: Matrix4, [x, z]: PlanPoint): PlanPoint | null {
  const at = new Vector3(x, 0, z).applyMatrix4(matrix);
  return Math.abs(at.y) <= SAME_END ? [at.x, at.z] : null;
}

/**
 * Names for where a wall's ends are below its parent. Each end has the names of all cells that lie within half of what
 * counts as the same end, so that ends that meet share one.
 */
function endTies(node: NodeOf<'wall'>): string[] {
  const matrix = localMatrix(node);
  const { start, end } = node.props;
  return [start, end].flatMap(([x, z]) => {
    const at = new Vector3(x, 0, z).applyMatrix4(matrix);
    const cells = [at.x, at.z].map((value) => cellsAround(value));
    return (cells[0] ?? []).flatMap((cx) =>
      (cells[1] ?? []).map((cz) => `ends:${node.parent ?? ''}:${cx}:${cz}`),
    );
  });
}

/** A cell is twice as wide as what counts as the same end, so a point is near two of them at most. */
function cellsAround(value: number): number[] {
  const width = 2 * SAME_END;
  const [low, high] = [value - SAME_END / 2, value + SAME_END / 2].map((edge) => Math.floor(edge / width));
  return low === high ? [low ?? 0] : [low ?? 0, high ?? 0];
}
