import { readColor } from './color.ts';

/** Why a colour is not taken as it was typed: it is none, nothing of it is seen, or it was taken without its transparency. */
export type ColorFault = 'unreadable' | 'transparent' | 'covering';

/** What a field takes of a colour that was typed, `#rrggbb` or null for nothing, and what is wrong with it. */
export function judgeColor(text: string): { value: string | null; fault: ColorFault | null } {
  const read = readColor(text);
  if (!read) {
    return { value: null, fault: 'unreadable' };
  }
  if (read.alpha === 0) {
    return { value: null, fault: 'transparent' };
  }
  return { value: read.hex, fault: read.alpha < 1 ? 'covering' : null };
}
