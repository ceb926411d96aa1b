import type { PanelTranslations } from '../hooks/use-editor-translations.ts';

/** Value of a select while nodes differ. */
export const MIXED = '*';

/** Option that a select shows while nodes differ, and that cannot be chosen. */
export function mixedOption(t: PanelTranslations['t'], isMixed: boolean) {
  return isMixed ? [{ value: MIXED, label: t('inspector.mixed'), isDisabled: true }] : [];
}
