import { type NodeOf, sceneNode } from '@diorama/shared/scene/document.ts';
import { FLOOR_LIMITS } from '@diorama/shared/scene/nodes/floor/limits.ts';
import { floorPlan } from '@diorama/shared/scene/nodes/floor/plan.ts';
import type { PlanPoint } from '@diorama/shared/scene/nodes/plan.ts';
import { addNodes, type NewNode, type NodePatch, updateNodes } from '@diorama/shared/scene/ops.ts';
import { roundMeasure } from '../../../kernels/round-measure.ts';
import type { SceneReader, SceneWriter, Selecting, UserInterface } from '../../../parts.ts';
import { createNamer } from '../../../queries/names.ts';
import type { Room } from './kernels/find-rooms.ts';
import type { PlanLevel } from './plan-level.ts';
import { type FloorSide, roomsWithout, stairsThrough } from './rooms.ts';

/**
 * Adds floors or ceilings to the closed rooms beside the selected walls, or to all rooms without a selection, and
 * selects them. Stairs that lead through them are cut out.
 * @returns the new nodes
 */
export function addFloors(editor: SceneWriter & Selecting & UserInterface, side: FloorSide): string[] {
  if (editor.isReadOnly.value) {
    return [];
  }
  const nameOf = createNamer(editor);
  const floors = roomsWithout(editor, side).map(({ level, room }): NewNode<'floor'> => {
    const floor = floorOf(editor, side, { level, room });
    const stairs = stairsThrough(editor, sceneNode.parse(floor) as NodeOf<'floor'>).slice(
      0,
      FLOOR_LIMITS.stairs,
    );
    return { ...floor, name: nameOf(editor.ui.nameOf(`option.${side}`)), props: { ...floor.props, stairs } };
  });
  if (floors.length === 0) {
    return [];
  }
  const ids = editor.edit(() => addNodes(editor.ydoc, floors));
  editor.selection.set(ids);
  return ids;
}

/** Floor or ceiling of a room, around its middle. */
function floorOf(
  { scene }: SceneReader,
  side: FloorSide,
  { level, room: { outline, walls } }: { level: PlanLevel; room: Room },
): NewNode<'floor'> {
  const [x, z] = [middleOf(outline.map(([east]) => east)), middleOf(outline.map(([, south]) => south))];
  const heights = walls.map((id) => {
    const wall = scene.node(id);
    return wall?.kind === 'wall' ? wall.props.height : 0;
  });
  const y = level.height + (side === 'ceiling' ? Math.max(...heights) : 0);
  return {
    kind: 'floor',
    parent: level.parent,
    position: [x, roundMeasure(y), z],
    props: { side, walls, points: outline.map((point) => relativeTo(point, [x, z])) },
  };
}

/** Selected floors to which something can be done; ids and nodes. */
export function selectedFloors({ scene, selection }: SceneReader & Selecting): [string, NodeOf<'floor'>][] {
  return selection.ids.value.flatMap((id): [string, NodeOf<'floor'>][] => {
    const node = scene.node(id);
    return node?.kind === 'floor' && !scene.isLocked(id) ? [[id, node]] : [];
  });
}

/** Stairs that lead through a floor but are not cut out of it. */
export function uncutStairs(editor: SceneReader, floor: NodeOf<'floor'>): string[] {
  const { stairs } = floor.props;
  return stairsThrough(editor, floor)
    .filter((id) => !stairs.includes(id))
    .slice(0, FLOOR_LIMITS.stairs - stairs.length);
}

/** Cuts the stairs that lead through the selected floors out of them. */
export function cutStairs(editor: SceneWriter & Selecting): void {
  change(editor, (floor) => ({ props: { stairs: [...floor.props.stairs, ...uncutStairs(editor, floor)] } }));
}

/** Closes the openings for stairs in the selected floors. */
export function closeStairs(editor: SceneWriter & Selecting): void {
  change(editor, () => ({ props: { stairs: [] } }));
}

/** Makes the selected floors independent of their walls; they keep their outline and can be moved. */
export function detachFloors(editor: SceneWriter & Selecting): void {
  change(editor, (floor) => {
    const { props, ...placed } = outlinePatch(floor, (id) => editor.scene.node(id)) ?? {};
    return { ...placed, props: { ...props, walls: [] } };
  });
}

/** Patch that stores the outline and level that a floor has from its walls as its own; null where it draws nothing. */
export function outlinePatch(
  floor: NodeOf<'floor'>,
  find: Parameters<typeof floorPlan>[1],
): NodePatch<'floor'> | null {
  const plan = floorPlan(floor, find);
  const [x, y, z] = floor.position;
  return (
    plan && {
      position: [x, roundMeasure(y + plan.level), z],
      props: { points: plan.outline.map((point) => relativeTo(point, [0, 0])) },
    }
  );
}

function change(
  editor: SceneWriter & Selecting,
  patchOf: (floor: NodeOf<'floor'>) => NodePatch<'floor'>,
): void {
  const patches = new Map(selectedFloors(editor).map(([id, floor]) => [id, patchOf(floor)]));
  if (patches.size > 0 && !editor.isReadOnly.value) {
    editor.edit(() => updateNodes(editor.ydoc, patches));
  }
}

function middleOf(values: readonly number[]): number {
  return roundMeasure((Math.min(...values) + Math.max(...values)) / 2);
}

function relativeTo([x, z]: PlanPoint, [fromX, fromZ]: PlanPoint): [number, number] {
  return [roundMeasure(x - fromX), roundMeasure(z - fromZ)];
}
