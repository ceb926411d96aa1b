import type { NodeOf } from '@diorama/shared/scene/document.ts';
import type { PlanPoint } from '@diorama/shared/scene/nodes/plan.ts';
import { isUpright } from '@diorama/shared/scene/nodes/wall/is-upright.ts';
import { SAME_END } from '@diorama/shared/scene/nodes/wall/line.ts';
import { localMatrix } from '@diorama/shared/scene/resolve.ts';
import { type Matrix4, Vector3 } from 'three';
import type { Editor } from '../editor.ts';
import type { DraftOpening, DraftWall, Walls } from '../kernels/walls/walls.ts';
import type { PlanLevel } from './plan-level.ts';

/** The level that a wall stands on; null for what is no wall, or one that was tilted or scaled: it is in no plan. */
export function levelOf({ scene }: Editor, id: string): PlanLevel | null {
  const node = scene.node(id);
  return node?.kind === 'wall' && isUpright(localMatrix(node))
    ? { parent: scene.parentOf(id), height: node.position[1] }
    : null;
}

const known = new WeakMap<Editor, { nodes: object; byLevel: Map<string, Walls> }>();

/**
 * The walls of a level that are neither hidden nor locked, and what is in them, in the level's own space. Asked for at each
 * move of the pointer, so it is worked out once for each document.
 */
export function wallsOn(editor: Editor, level: PlanLevel): Walls {
  const { nodes } = editor.scene.get();
  const before = known.get(editor);
  const byLevel = before?.nodes === nodes ? before.byLevel : new Map<string, Walls>();
  const key = `${level.height} ${level.parent ?? ''}`;
  const walls = byLevel.get(key) ?? readWalls(editor, level);
  known.set(editor, { nodes, byLevel: byLevel.set(key, walls) });
  return walls;
}

function readWalls({ scene }: Editor, level: PlanLevel): Walls {
  const walls = new Map<string, DraftWall>();
  for (const [id, node] of scene.nodesOf('wall')) {
    const isThere = scene.parentOf(id) === level.parent && isAtHeight(node, level);
    if (isThere && isUpright(localMatrix(node)) && scene.isReachable(id)) {
      walls.set(id, draftOf(node));
    }
  }
  const openings = new Map<string, DraftOpening>();
  for (const [id, { props }] of scene.nodesOf('opening')) {
    const wall = scene.parentOf(id);
    if (wall !== null && walls.has(wall)) {
      const { type, offset, width, height, sill } = props;
      openings.set(id, { wall, type, offset, width, height, sill });
    }
  }
  return { walls, openings };
}

/** An end of a wall, from its own space into its parent's or back. */
export function endThrough(matrix: Matrix4, [x, z]: PlanPoint): [number, number] {
  const at = new Vector3(x, 0, z).applyMatrix4(matrix);
  return [at.x, at.z];
}

function draftOf(node: NodeOf<'wall'>): DraftWall {
  const matrix = localMatrix(node);
  const { start, end, height, thickness, justification } = node.props;
  return {
    start: endThrough(matrix, start),
    end: endThrough(matrix, end),
    ...{ height, thickness, justification },
  };
}

function isAtHeight({ position }: NodeOf<'wall'>, { height }: PlanLevel): boolean {
  return Math.abs(position[1] - height) <= SAME_END;
}
