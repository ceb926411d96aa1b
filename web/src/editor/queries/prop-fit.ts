import { curveWithin } from '@diorama/shared/scene/nodes/wall/curve.ts';
import type { NodePatch } from '@diorama/shared/scene/ops.ts';
import type { Editor } from '../editor.ts';
import { tidy } from '../kernels/tidy.ts';
import { bendWall } from '../kernels/walls/bend-wall.ts';
import { fittingMeasure } from '../kernels/walls/fit-opening.ts';
import { isOpeningMeasure } from '../kernels/walls/opening-rooms.ts';
import type { DraftOpening } from '../kernels/walls/walls.ts';
import { levelOf, sideOf, wallsOn } from './wall-plan.ts';

/** Says what a node takes of a value that is wanted for one of its props. */
export type PropFit = (id: string, key: string, value: unknown) => unknown;

/**
 * Fits values of props to what is there: an opening stays within its wall and out of the others there, and a wall curves
 * as far as it can. All else takes any value. Made for one change: what it has fitted before is there as well.
 */
export function createPropFit(editor: Editor): PropFit {
  const taken = new Map<string, DraftOpening>();
  return (id, key, value) => {
    const node = editor.scene.node(id);
    if (node?.kind === 'wall' && key === 'curve' && typeof value === 'number') {
      return tidy(curveWithin({ ...node.props, curve: value }));
    }
    const wall = node?.kind === 'opening' ? editor.scene.parentOf(id) : null;
    const level = wall === null ? null : levelOf(editor, wall);
    if (!level || typeof value !== 'number' || !isOpeningMeasure(key)) {
      return value;
    }
    const { walls, openings } = wallsOn(editor, level);
    const opening = openings.get(id);
    const there = { walls, openings: new Map([...openings, ...taken]) };
    const fitted = tidy(fittingMeasure(there, id, { key, value }) ?? value);
    if (opening) {
      taken.set(id, { ...opening, [key]: fitted });
    }
    return fitted;
  };
}

/**
 * How nodes change when one of their props becomes `next` of what it is, fitted to what is there: what is in a wall keeps
 * its share of a way that gets longer, and a wall in which it would have no room does not change.
 */
export function propPatches(
  editor: Editor,
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

/** What curves a wall, with what is in it; null for one that is in no plan. */
function bentBy(editor: Editor, id: string, curve: number): [string, NodePatch][] | null {
  const [node, level] = [editor.scene.node(id), levelOf(editor, id)];
  const there = level && wallsOn(editor, level);
  if (node?.kind !== 'wall' || !there?.walls.has(id)) {
    return null;
  }
  const { update = [] } = bendWall(there, id, curve * sideOf(node)) ?? {};
  return update.map(({ id: one, props }) => [
    one,
    { props: 'offset' in props ? { offset: tidy(props.offset) } : { curve } },
  ]);
}
