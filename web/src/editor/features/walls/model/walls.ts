import { isGeneratedId } from '@diorama/shared/scene/copies/generated-id.ts';
import { writtenId } from '@diorama/shared/scene/copies/write-node.ts';
import type { NodeOf, SceneNode } from '@diorama/shared/scene/document.ts';
import type { PlanPoint } from '@diorama/shared/scene/nodes/plan.ts';
import { lengthRange } from '@diorama/shared/scene/nodes/ranges.ts';
import { curveWithin } from '@diorama/shared/scene/nodes/wall/curve.ts';
import { distance, wallLine } from '@diorama/shared/scene/nodes/wall/line.ts';
import { pointThrough, sideThrough } from '@diorama/shared/scene/nodes/wall/plan-through.ts';
import type { OpeningPlan } from '@diorama/shared/scene/nodes/wall/spans.ts';
import {
  addNode,
  type NewNode,
  type NodePatch,
  removeNodes,
  updateNodes,
} from '@diorama/shared/scene/ops.ts';
import { localMatrix } from '@diorama/shared/scene/resolve.ts';
import { newSceneId } from '@diorama/shared/scene/scene-id.ts';
import { transformOf } from '@diorama/shared/scene/transform.ts';
import { type Matrix4, Vector3 } from 'three';
import { roundMeasure } from '../../../kernels/round-measure.ts';
import type { SceneReader, SceneWriter, Selecting, UserInterface } from '../../../parts.ts';
import { roundParts } from '../../../queries/local-transform.ts';
import { createNamer } from '../../../queries/names.ts';
import {
  type DrawContext,
  drawRoom,
  drawWall,
  type SettleResult,
  settleWalls,
} from './kernels/draw-walls.ts';
import { freeOffset } from './kernels/fit-opening.ts';
import { type DraftOpening, type DraftWall, SHORTEST, type WallsPlan } from './kernels/walls.ts';
import type { PlanLevel } from './plan-level.ts';
import { levelOf, planWalls, wallSideOf, wallsOn } from './wall-plan.ts';

/** Walls to draw: a single wall, or the four walls of a room between two opposite corners. */
type WallsToDraw = {
  level: PlanLevel;
  shape: 'chain' | 'room';
  from: PlanPoint;
  to: PlanPoint;
  look: DrawContext['look'];
};

/** Draws walls as one history step; returns the new walls, or why none were drawn. */
export function drawWalls(
  editor: SceneWriter & UserInterface,
  { level, shape, from, to, look }: WallsToDraw,
): { ids: string[] } | { refused: 'short' | 'duplicate' | 'readOnly' } {
  if (editor.isReadOnly.value) {
    return { refused: 'readOnly' };
  }
  const { own: there, fixed } = planWalls(editor, level);
  const context = { look, newId: newSceneId, fixed };
  const drawn =
    shape === 'room'
      ? drawRoom(there, [from, to], context)
      : drawWall(there, { start: from, end: to }, context);
  if ('refused' in drawn) {
    return drawn;
  }
  editor.edit(() => writeWalls(editor, level, drawn.plan));
  return { ids: drawn.plan.create.flatMap(({ id, like }) => (like === null ? [id] : [])) };
}

/**
 * Plan that connects moved walls to those that they now cross or touch, possibly empty; or why they cannot
 * stay.
 * @param taken - the walls that the user moved and the others followed
 */
export function settledWalls(
  editor: SceneReader,
  level: PlanLevel,
  { moved, taken }: { moved: readonly string[]; taken: readonly string[] },
): SettleResult {
  const there = wallsOn(editor, level);
  const isHost = (id: string) => editor.scene.children(id).some((child) => !there.openings.has(child));
  return settleWalls(there, { moved, taken, isHost, newId: newSceneId });
}

/** Writes a plan; must run within an edit. Skips walls that were deleted in the meantime. */
export function writeWalls(editor: SceneWriter & UserInterface, level: PlanLevel, plan: WallsPlan): void {
  const { scene, ydoc } = editor;
  // A drag step creates no walls, so the namer, which reads all names, is skipped.
  const nameOf = plan.create.length > 0 ? createNamer(editor) : String;
  for (const { id, props, like } of plan.create) {
    const origin = like === null ? undefined : scene.node(like);
    const wall = origin?.kind === 'wall' ? halfOf(origin, props) : newWall(props, level);
    addNode(ydoc, { ...wall, id, name: nameOf(origin?.name ?? editor.ui.nameOf('node.wall')) });
  }
  const patches = new Map<string, NodePatch>();
  // The second half of a wall inherits the mirroring and is added with the same edit.
  const origins = new Map(plan.create.map(({ id, like }) => [id, like]));
  for (const { id, props, parent, isTurned = false } of plan.update) {
    const node = scene.node(id);
    if (node?.kind === 'wall' && !('offset' in props)) {
      const { wall, held } = movedWall(node, props);
      patches.set(id, wall);
      for (const child of held ? scene.children(id) : []) {
        addHeld(patches, [child, scene.node(child)], held);
      }
    } else if (node?.kind === 'opening') {
      const host = parent ?? node.parent;
      const after = (host !== null && origins.get(host)) || host;
      const isMirrored = sideOfHost(editor, node.parent) !== sideOfHost(editor, after);
      const own = { ...props, ...asSeenFrom(node, { isTurned, isMirrored }) };
      patches.set(id, { props: own, ...(parent === undefined ? {} : { parent }) });
    }
  }
  updateNodes(ydoc, patches);
  removeNodes(ydoc, plan.remove);
}

const WHOLE = ['position', 'rotation', 'scale'] as const;

/**
 * Patches for a wall that a matrix in its parent's space stretches or mirrors, with its openings and
 * children. The stretch goes into line, height and thickness, as scaled walls are excluded from plans. An
 * opening keeps its size unless the scale is uniform.
 * @returns null if the matrix tilts, flips or collapses the wall
 */
export function scaledWall(
  { scene }: SceneReader,
  id: string,
  matrix: Matrix4,
): Map<string, NodePatch> | null {
  const node = scene.node(id);
  const factors = node?.kind === 'wall' ? planFactors(matrix, node.props) : null;
  if (node?.kind !== 'wall' || !factors) {
    return null;
  }
  const { height, thickness, start, end } = node.props;
  const { up, along, across } = factors;
  const isMirrored = factors.side !== wallSideOf(node);
  const ends = [pointThrough(matrix, start), pointThrough(matrix, end)] as const;
  // A mirrored wall runs in the opposite direction, so that its left side is on the mirrored side.
  const after = isMirrored ? { start: ends[1], end: ends[0] } : { start: ends[0], end: ends[1] };
  const [x, z] = middleOf(after);
  const position: [number, number, number] = [x, roundMeasure(matrix.elements[13]), z];
  const moved = { ...node, position };
  const props = {
    ...ownEnds(moved, after),
    height: lengthWithin(height * up),
    thickness: lengthWithin(thickness * across),
    curve: roundMeasure(curveWithin(node.props) * across),
  };
  const patches = new Map<string, NodePatch>([[id, { position, props }]]);
  const [line, grown] = [wallLine(node.props), wallLine({ ...node.props, ...props })];
  const length = line?.length ?? 0;
  const longer = line?.arc && grown ? grown.length / length : along;
  const toOwn = localMatrix(moved).invert().multiply(matrix);
  const size = Math.max(Math.abs(up - along), Math.abs(up - across)) < EVEN ? up : 1;
  for (const child of scene.children(id)) {
    const held = scene.node(child);
    if (held?.kind === 'opening') {
      const { offset, width, height: high, sill, hinge } = held.props;
      const far = isMirrored ? length - offset : offset;
      const grown = {
        width: lengthWithin(width * size),
        height: lengthWithin(high * size),
        sill: roundMeasure(sill * size),
      };
      const turned = isMirrored && { hinge: hinge === 'left' ? ('right' as const) : ('left' as const) };
      patches.set(child, {
        props: { offset: roundMeasure(far * longer), ...(size !== 1 && grown), ...turned },
      });
    } else if (held) {
      patches.set(child, roundParts(transformOf(toOwn.clone().multiply(localMatrix(held)), held), WHOLE));
    }
  }
  return patches;
}

/** Largest difference between factors that count as equal. */
const EVEN = 1e-6;

/**
 * Scale factors of a matrix up, along and across a wall; null if the matrix takes the wall out of its
 * plan.
 */
function planFactors(matrix: Matrix4, { start, end }: Pick<DraftWall, 'start' | 'end'>) {
  const [xx = 0, xy = 0, xz = 0, , yx = 0, up = 0, yz = 0, , zx = 0, zy = 0, zz = 0] = matrix.elements;
  const isUpright = [xy, yx, yz, zy].every((value) => Math.abs(value) < EVEN) && up > EVEN;
  const length = distance(start, end);
  const [x, z] = [end[0] - start[0], end[1] - start[1]];
  const along = Math.hypot(xx * x + zx * z, xz * x + zz * z) / length;
  const area = Math.abs(xx * zz - zx * xz);
  const isThere = length >= SHORTEST && along * length >= SHORTEST && area > EVEN;
  return isUpright && isThere ? { up, along, across: area / along, side: sideThrough(matrix) } : null;
}

function lengthWithin(metres: number): number {
  return Math.min(Math.max(roundMeasure(metres), lengthRange.min), lengthRange.max);
}

/** Properties of a new opening apart from size and place; `flipped` as seen in the plan. */
type OpeningLook = { flipped: boolean };

/**
 * Adds an opening to a wall and selects it; returns null if the wall is gone or the scene is read-only.
 */
export function createOpening(
  editor: SceneWriter & Selecting & UserInterface,
  { wall, plan, look }: { wall: string; plan: OpeningPlan; look: OpeningLook },
): string | null {
  if (editor.isReadOnly.value || editor.scene.node(wall)?.kind !== 'wall') {
    return null;
  }
  if (isGeneratedId(writtenId(editor.ydoc, wall))) {
    editor.ui.notify('instance.closed');
    return null;
  }
  const name = createNamer(editor)(editor.ui.nameOf(`option.${plan.type}`));
  const { type, offset, width, height, sill } = plan;
  const place = {
    offset: roundMeasure(offset),
    width: roundMeasure(width),
    height: roundMeasure(height),
    sill: roundMeasure(sill),
  };
  const opening: NewNode<'opening'> = {
    ...{ kind: 'opening', parent: wall, name },
    props: { type, ...place, flipped: look.flipped !== sideOfHost(editor, wall) < 0 },
  };
  const id = editor.edit(() => addNode(editor.ydoc, opening));
  editor.selection.set([id]);
  return id;
}

/**
 * Patches with free offsets for copies of openings, beside existing openings and each other. A copy without
 * room keeps its offset.
 */
export function freeOffsets(
  editor: SceneReader,
  copies: readonly (SceneNode | undefined)[],
): (NodePatch<'opening'> | null)[] {
  const taken = new Map<string, DraftOpening>();
  return copies.map((copy, i) => {
    const level = copy?.kind === 'opening' && copy.parent !== null ? levelOf(editor, copy.parent) : null;
    if (copy?.kind !== 'opening' || copy.parent === null || !level) {
      return null;
    }
    const { walls, openings } = wallsOn(editor, level);
    const { type, offset, width, height, sill } = copy.props;
    const wanted = { wall: copy.parent, type, offset, width, height, sill };
    const free = freeOffset({ walls, openings: new Map([...openings, ...taken]) }, wanted) ?? offset;
    taken.set(`copy ${i}`, { ...wanted, offset: free });
    return { props: { offset: roundMeasure(free) } };
  });
}

/** New wall, with its origin and gizmo at its middle. */
function newWall(props: DraftWall, { parent, height }: PlanLevel): NewNode<'wall'> {
  const { start, end } = props;
  const [x, z] = middleOf(props);
  const own = (point: PlanPoint): [number, number] => [
    roundMeasure(point[0] - x),
    roundMeasure(point[1] - z),
  ];
  return {
    kind: 'wall',
    parent,
    position: [x, height, z],
    props: { ...props, start: own(start), end: own(end), curve: roundMeasure(props.curve) },
  };
}

/** Second half of a split wall: same look and transform, with its origin at its own middle. */
function halfOf(origin: NodeOf<'wall'>, { start, end, curve }: DraftWall): NewNode<'wall'> {
  const { parent, rotation, scale, material, props } = origin;
  const [x, z] = middleOf({ start, end });
  const position: [number, number, number] = [x, origin.position[1], z];
  return {
    kind: 'wall',
    ...{ parent, position, rotation, scale, material },
    props: {
      ...props,
      ...ownEnds({ ...origin, position }, { start, end }),
      curve: roundMeasure(curve * wallSideOf(origin)),
    },
  };
}

function middleOf({ start, end }: Pick<DraftWall, 'start' | 'end'>): PlanPoint {
  return [roundMeasure((start[0] + end[0]) / 2), roundMeasure((start[1] + end[1]) / 2)];
}

/** Patch of a wall, and the offset by which its children must move back in the wall's space. */
type MovedWall = { wall: NodePatch<'wall'>; held?: Vector3 | undefined };

/**
 * A wall whose ends move equally is moved as a whole with its children. Otherwise its origin moves to the new
 * middle and the children stay in place. A wall that is only bent keeps its origin.
 */
function movedWall(node: NodeOf<'wall'>, { start, end, curve }: Partial<DraftWall>): MovedWall {
  const bent = curve === undefined ? {} : { curve: roundMeasure(curve * wallSideOf(node)) };
  if (!start && !end) {
    return { wall: { props: bent } };
  }
  const matrix = localMatrix(node);
  const before = [pointThrough(matrix, node.props.start), pointThrough(matrix, node.props.end)] as const;
  const after = { start: start ?? before[0], end: end ?? before[1] };
  const first = [after.start[0] - before[0][0], after.start[1] - before[0][1]] as const;
  const second = [after.end[0] - before[1][0], after.end[1] - before[1][1]] as const;
  const [x, y, z] = node.position;
  if (Math.hypot(first[0] - second[0], first[1] - second[1]) < 1e-9) {
    return { wall: { position: [roundMeasure(x + first[0]), y, roundMeasure(z + first[1])] } };
  }
  const [middleX, middleZ] = middleOf(after);
  const position: [number, number, number] = [middleX, y, middleZ];
  const held = new Vector3(...position).applyMatrix4(matrix.invert());
  return { wall: { position, props: { ...ownEnds({ ...node, position }, after), ...bent } }, held };
}

/** Openings are placed along the wall's line, other children relative to the wall's middle. */
function addHeld(
  patches: Map<string, NodePatch>,
  [id, child]: [string, SceneNode | undefined],
  held: Vector3 | undefined,
): void {
  if (child && child.kind !== 'opening' && held) {
    const [x, y, z] = child.position;
    patches.set(id, {
      position: [roundMeasure(x - held.x), roundMeasure(y - held.y), roundMeasure(z - held.z)],
    });
  }
}

function ownEnds(
  node: NodeOf<'wall'>,
  { start, end }: Pick<DraftWall, 'start' | 'end'>,
): Record<'start' | 'end', [number, number]> {
  const toOwn = localMatrix(node).invert();
  const own = (point: PlanPoint): [number, number] => {
    const [x, z] = pointThrough(toOwn, point);
    return [roundMeasure(x), roundMeasure(z)];
  };
  return { start: own(start), end: own(end) };
}

/** Hinge and side of an unchanged opening whose wall is reversed or mirrored. */
function asSeenFrom(
  { props: { hinge, flipped } }: NodeOf<'opening'>,
  { isTurned, isMirrored }: { isTurned: boolean; isMirrored: boolean },
) {
  return {
    ...(isTurned && { hinge: hinge === 'left' ? ('right' as const) : ('left' as const) }),
    ...(isTurned !== isMirrored && { flipped: !flipped }),
  };
}

function sideOfHost({ scene }: SceneReader, id: string | null): 1 | -1 {
  const host = id === null ? undefined : scene.node(id);
  return host?.kind === 'wall' ? wallSideOf(host) : 1;
}
