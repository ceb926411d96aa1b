import type { Editor } from '../editor.ts';
import { tidy } from '../kernels/tidy.ts';
import { fittingMeasure } from '../kernels/walls/fit-opening.ts';
import { isOpeningMeasure } from '../kernels/walls/opening-rooms.ts';
import type { DraftOpening } from '../kernels/walls/walls.ts';
import { levelOf, wallsOn } from './wall-plan.ts';

/** Says what a node takes of a value that is wanted for one of its props. */
export type PropFit = (id: string, key: string, value: unknown) => unknown;

/**
 * Fits values of props to what is there: an opening stays within its wall and out of the others there. All else takes any
 * value. Made for one change: what it has fitted before is there as well.
 */
export function createPropFit(editor: Editor): PropFit {
  const taken = new Map<string, DraftOpening>();
  return (id, key, value) => {
    const wall = editor.scene.node(id)?.kind === 'opening' ? editor.scene.parentOf(id) : null;
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
