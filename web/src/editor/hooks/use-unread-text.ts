import { useErrorText } from '../../hooks/use-error-text.ts';
import { UnreadFileError } from './use-file-means.ts';
import { useWords } from './use-words.ts';

/** Explains why the materials of a file could not be read. */
export function useUnreadText(): (error: unknown) => string {
  const { t } = useWords();
  const errorText = useErrorText();
  return (error) => (error instanceof UnreadFileError ? t('slot.unread') : errorText(error));
}
