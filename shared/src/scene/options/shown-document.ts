import { expandDocument } from '../copies/expansion.ts';
import type { DocumentViolation, SceneDocument } from '../document.ts';
import { parseFieldPath, withValues } from '../field-values.ts';
import { fitsField, fitsNode } from '../fits-field.ts';
import { fileMovements } from '../interactions/file-movements.ts';
import { readStored } from '../stored.ts';
import { type Chosen, optionsOf, settleChoices, valuesOf } from './options.ts';

/**
 * A document as visitors find it with these choices, for files and pictures: with generated nodes, without options, and
 * with the transforms of timelines only. States have only values that fit.
 */
export function shownDocument(document: SceneDocument, wanted: Chosen = new Map()): SceneDocument {
  const chosen = settleChoices(optionsOf(document), wanted);
  const shown = withValues(document, valuesOf(document, chosen), fitsField);
  const none = { options: {}, choices: {}, translations: {} };
  const { document: expanded } = expandDocument(shown, { fits: fitsNode });
  const { motions, keys } = fileMovements(shown, expanded);
  return { ...expanded, ...none, states: fittingStates(shown), motions, keys };
}

function fittingStates(document: SceneDocument): SceneDocument['states'] {
  const fits = ([path, value]: [string, unknown]) => {
    const place = parseFieldPath(path);
    return place !== null && fitsField(document, place, value);
  };
  return Object.fromEntries(
    Object.entries(document.states).map(([id, state]) => [
      id,
      { ...state, values: Object.fromEntries(Object.entries(state.values).filter(fits)) },
    ]),
  );
}

/** Reads a stored document of any release like `readStored`, as visitors find it with these choices. */
export function readShown(
  stored: unknown,
  { chosen, report }: { chosen?: Chosen; report?: (leftOut: readonly DocumentViolation[]) => void } = {},
): SceneDocument {
  return shownDocument(readStored(stored, report), chosen);
}
