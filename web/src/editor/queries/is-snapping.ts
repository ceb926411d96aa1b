import type { Editor } from '../editor.ts';
import type { Modifiers } from '../tools/pointer.ts';

/** Whether a drag snaps now: as preferred, the other way round while Ctrl is held, and never with Shift. */
export function isSnapping(
  { preferences }: Editor,
  { shift, mod }: Pick<Modifiers, 'shift' | 'mod'>,
): boolean {
  return !shift && preferences.get().isSnapping !== mod;
}
