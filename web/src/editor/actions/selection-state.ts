import type { Editor } from '../editor.ts';

export const hasSelection = ({ selection }: Editor): boolean => selection.get().length > 0;

/** Whether any unlocked node is selected. */
export const hasFree = ({ selection, scene }: Editor): boolean =>
  selection.get().some((id) => !scene.isLocked(id));
