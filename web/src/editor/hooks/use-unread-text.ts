import { useErrorText } from '../../hooks/use-errors.ts';
import { useFirstTranslations } from './use-editor-translations.ts';
import { UnreadFileError } from './use-file-context.ts';

/** Explains why the materials of a file could not be read. */
export function useUnreadText(): (error: unknown) => string {
  const { t } = useFirstTranslations();
  const errorText = useErrorText();
  return (error) => (error instanceof UnreadFileError ? t('slot.unread') : errorText(error));
}
