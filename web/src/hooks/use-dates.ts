import { formatDate, formatDateTime, formatRelative } from '@diorama/shared/i18n/format.ts';
import { useLanguage } from './use-language.tsx';
import { useNow } from './use-now.ts';
import { useUser } from './use-user.ts';

/** Writes moments in the language of the page and the time zone that the person chose, else the browser's. */
export function useDates(): {
  date: (moment: string) => string;
  dateTime: (moment: string) => string;
  /** How long ago, as long as that is a week or less. */
  relative: (moment: string) => string;
} {
  const language = useLanguage();
  const now = useNow();
  const timeZone = useUser()?.timezone ?? null;
  return {
    date: (moment) => formatDate(language, moment, timeZone),
    dateTime: (moment) => formatDateTime(language, moment, timeZone),
    relative: (moment) => formatRelative(language, moment, { now, timeZone }),
  };
}
