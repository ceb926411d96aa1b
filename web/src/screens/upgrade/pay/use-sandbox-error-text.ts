import { findText } from '@diorama/shared/i18n/t.ts';
import { useTranslations } from '../../../hooks/use-translations.ts';

/** Translates the sandbox's errors into the language of the page. */
export function useSandboxErrorText(): (error: { code: string; message: string }) => string {
  const { t } = useTranslations('pay');
  return ({ code, message }) => findText(t, `error.${code}`) ?? message;
}
