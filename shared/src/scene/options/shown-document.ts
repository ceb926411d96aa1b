import { expandDocument } from '../copies/expansion.ts';
import type { DocumentViolation, SceneDocument } from '../document.ts';
import { withValues } from '../field-values.ts';
import { fitsField, fitsNode } from '../fits-field.ts';
import { readStored } from '../stored.ts';
import { type Chosen, optionsOf, settleChoices, valuesOf } from './options.ts';

/** A document as visitors find it with these choices, with generated nodes, without options and interactions. */
export function shownDocument(document: SceneDocument, wanted: Chosen = new Map()): SceneDocument {
  const chosen = settleChoices(optionsOf(document), wanted);
  const shown = withValues(document, valuesOf(document, chosen), fitsField);
  const { document: expanded } = expandDocument(shown, { fits: fitsNode });
  return {
    ...expanded,
    options: {},
    choices: {},
    states: {},
    interactions: {},
    motions: {},
    translations: {},
  };
}

/** Reads a stored document of any release like `readStored`, as visitors find it with these choices. */
export function readShown(
  stored: unknown,
  { chosen, report }: { chosen?: Chosen; report?: (leftOut: readonly DocumentViolation[]) => void } = {},
): SceneDocument {
  return shownDocument(readStored(stored, report), chosen);
}
