import type { Editor } from '../editor.ts';

export const hasSelection = ({ selection }: Editor): boolean => selection.ids.value.length > 0;

/** Whether any unlocked node is selected. */
export const hasFree = ({ selection, scene }: Editor): boolean =>
  selection.ids.value.some((id) => !scene.isLocked(id));
