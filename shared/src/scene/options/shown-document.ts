import { expandDocument } from '../copies/expansion.ts';
import type { DocumentViolation, SceneDocument } from '../document.ts';
import { withValues } from '../field-values.ts';
import { onlyFitting } from '../fitting-values.ts';
import { fileMovements } from '../interactions/file-movements.ts';
import { readStored } from '../stored.ts';
import { type Chosen, optionsOf, settleChoices, valuesOf } from './options.ts';

/**
 * A document as visitors find it with these choices, for files and pictures: with generated nodes, without options, and
 * with the transforms of timelines only. States have only values that fit.
 */
export function shownDocument(document: SceneDocument, wanted: Chosen = new Map()): SceneDocument {
  const fitting = onlyFitting(document);
  const chosen = settleChoices(optionsOf(fitting), wanted);
  const shown = withValues(fitting, valuesOf(fitting, chosen));
  const none = { options: {}, choices: {}, translations: {} };
  const { document: expanded } = expandDocument(shown);
  const { motions, keys } = fileMovements(shown, expanded);
  return { ...expanded, ...none, motions, keys };
}

/** Reads a stored document of any release like `readStored`, as visitors find it with these choices. */
export function readShown(
  stored: unknown,
  { chosen, report }: { chosen?: Chosen; report?: (leftOut: readonly DocumentViolation[]) => void } = {},
): SceneDocument {
  return shownDocument(readStored(stored, report), chosen);
}
