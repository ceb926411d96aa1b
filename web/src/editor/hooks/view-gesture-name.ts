import type { ViewGesture } from '../kernels/gestures.ts';
import type { PanelTranslations } from './use-editor-translations.ts';

/** Translated name of a camera input. */
export function viewGestureName(t: PanelTranslations['t'], way: ViewGesture, isMac: boolean): string {
  return way === 'alt' ? t('gesture.alt', { key: isMac ? '⌥' : 'Alt' }) : t(`gesture.${way}`);
}
