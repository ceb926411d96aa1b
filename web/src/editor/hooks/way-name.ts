import type { Way } from '../kernels/gestures.ts';
import type { Words } from './words.ts';

/** Translated name of a camera input. */
export function wayName(t: Words['t'], way: Way, isMac: boolean): string {
  return way === 'alt' ? t('gesture.alt', { key: isMac ? '⌥' : 'Alt' }) : t(`gesture.${way}`);
}
