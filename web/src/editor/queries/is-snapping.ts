import type { UserSettings } from '../parts.ts';
import type { Modifiers } from '../tools/pointer.ts';

/** Whether a drag snaps: by the preference, inverted with Ctrl, and never with Shift. */
export function isSnapping(
  { preferences }: UserSettings,
  { shift, mod }: Pick<Modifiers, 'shift' | 'mod'>,
): boolean {
  return !shift && preferences.values.value.isSnapping !== mod;
}
