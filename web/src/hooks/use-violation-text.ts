import type { Violation } from '@diorama/shared/contract/errors.ts';
import { findText } from '@diorama/shared/i18n/t.ts';
import { useTranslations } from './use-translations.ts';

/** Translates a field error into the language of the page; unknown codes use the server's message. */
export function useViolationText(): (violation: Violation) => string {
  const { t } = useTranslations('account');
  return ({ code, message }) => findText(t, `violation.${code}`) ?? message;
}
