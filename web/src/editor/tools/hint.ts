import { type ToolId, toolEntries } from './index.ts';

/** What the hint line depends on. */
export type HintState = {
  tool: ToolId;
  hasSelection: boolean;
  isReadOnly: boolean;
  isSnapping: boolean;
  isTouch: boolean;
};

/** A sentence of the hint line. */
export type HintKey =
  | (typeof toolEntries)[number]['hint']
  | 'hint.nothing'
  | 'hint.look'
  | 'hint.touch'
  | 'hint.free';

/** What to say of the tool in use: only what is so now, the most needed first. */
export function hintOf({ tool, hasSelection, isReadOnly, isSnapping, isTouch }: HintState): HintKey[] {
  if (isTouch) {
    return ['hint.touch'];
  }
  if (isReadOnly) {
    return ['hint.look'];
  }
  const entry = toolEntries.find(({ id }) => id === tool);
  if (!hasSelection || !entry) {
    return ['hint.nothing'];
  }
  return entry.isEdit && isSnapping ? [entry.hint, 'hint.free'] : [entry.hint];
}
