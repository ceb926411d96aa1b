import type { EditorParts } from '../editor-parts.ts';

export const hasSelection = ({ selection }: EditorParts): boolean => selection.ids.value.length > 0;

/** Whether any unlocked node is selected. */
export const hasFree = ({ selection, scene }: EditorParts): boolean =>
  selection.ids.value.some((id) => !scene.isLocked(id));
