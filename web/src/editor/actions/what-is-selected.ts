import type { Editor } from '../editor.ts';

/** Whether anything is selected. */
export const hasSelection = ({ selection }: Editor): boolean => selection.get().length > 0;

/** Whether anything is selected that is not locked. */
export const hasFree = ({ selection, scene }: Editor): boolean =>
  selection.get().some((id) => !scene.isLocked(id));
