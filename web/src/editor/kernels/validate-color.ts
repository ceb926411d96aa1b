import { readColor } from './color.ts';

/**
 * Why a typed colour was rejected or adjusted: unreadable, fully transparent, or its transparency dropped.
 */
type ColorFault = 'unreadable' | 'transparent' | 'covering';

/** Validates a typed colour. Returns `#rrggbb`, or null if rejected, and the fault. */
export function validateColor(text: string): { value: string | null; fault: ColorFault | null } {
  const read = readColor(text);
  if (!read) {
    return { value: null, fault: 'unreadable' };
  }
  if (read.alpha === 0) {
    return { value: null, fault: 'transparent' };
  }
  return { value: read.hex, fault: read.alpha < 1 ? 'covering' : null };
}
