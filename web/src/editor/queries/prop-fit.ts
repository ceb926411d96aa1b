import { curveWithin } from '@diorama/shared/scene/nodes/wall/curve.ts';
import type { NodePatch } from '@diorama/shared/scene/ops.ts';
import { bendWall } from '../features/walls/model/kernels/bend-wall.ts';
import { clampMeasure } from '../features/walls/model/kernels/fit-opening.ts';
import { isOpeningMeasure } from '../features/walls/model/kernels/opening-rooms.ts';
import type { DraftOpening } from '../features/walls/model/kernels/walls.ts';
import { levelOf, wallSideOf, wallsOn } from '../features/walls/model/wall-plan.ts';
import { roundMeasure } from '../kernels/round-measure.ts';
import type { SceneReader } from '../parts.ts';

/** Returns the valid value of a node's prop for a wanted one. */
type PropFit = (id: string, key: string, value: unknown) => unknown;

/**
 * Fits prop values to the scene: an opening stays within its wall and clear of others, and a curve within its
 * limit. All other values are unchanged. Create one per change, as earlier results count as taken.
 */
export function createPropFit(editor: SceneReader): PropFit {
  const taken = new Map<string, DraftOpening>();
  return (id, key, value) => {
    const node = editor.scene.node(id);
    if (node?.kind === 'wall' && key === 'curve' && typeof value === 'number') {
      return roundMeasure(curveWithin({ ...node.props, curve: value }));
    }
    const wall = node?.kind === 'opening' ? editor.scene.parentOf(id) : null;
    const level = wall === null ? null : levelOf(editor, wall);
    if (!level || typeof value !== 'number' || !isOpeningMeasure(key)) {
      return value;
    }
    const { walls, openings } = wallsOn(editor, level);
    const opening = openings.get(id);
    const there = { walls, openings: new Map([...openings, ...taken]) };
    const fitted = roundMeasure(clampMeasure(there, id, { key, value }) ?? value);
    if (opening) {
      taken.set(id, { ...opening, [key]: fitted });
    }
    return fitted;
  };
}

/**
 * Patches that set one prop of nodes to `next` of its current value, fitted to the scene. When a wall's
 * length changes, its openings keep their relative position. A wall without room for them does not change.
 */
export function propPatches(
  editor: SceneReader,
  ids: readonly string[],
  { key, next }: { key: string; next: (before: unknown) => unknown },
): Map<string, NodePatch> {
  const fit = createPropFit(editor);
  return new Map(
    ids.flatMap((id): [string, NodePatch][] => {
      const before: unknown = Reflect.get(editor.scene.node(id)?.props ?? {}, key);
      const value = fit(id, key, next(before));
      const bent = key === 'curve' && typeof value === 'number' ? bentBy(editor, id, value) : null;
      return bent ?? [[id, { props: { [key]: value } }]];
    }),
  );
}

/** Patches that bend a wall and move its openings; null for a wall outside a plan. */
function bentBy(editor: SceneReader, id: string, curve: number): [string, NodePatch][] | null {
  const [node, level] = [editor.scene.node(id), levelOf(editor, id)];
  const there = level && wallsOn(editor, level);
  if (node?.kind !== 'wall' || !there?.walls.has(id)) {
    return null;
  }
  const { update = [] } = bendWall(there, id, curve * wallSideOf(node)) ?? {};
  return update.map(({ id: one, props }) => [
    one,
    { props: 'offset' in props ? { offset: roundMeasure(props.offset) } : { curve } },
  ]);
}
