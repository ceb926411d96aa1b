import { formatDate, formatDateTime, formatRelative } from '@diorama/shared/i18n/format.ts';
import { useLanguage } from './use-language.tsx';
import { useNow } from './use-now.ts';
import { useUser } from './use-user.ts';

/** Formats dates in the language of the page and the user's time zone, else the browser's. */
export function useDates(): {
  date: (moment: string) => string;
  dateTime: (moment: string) => string;
  /** Relative time, for up to a week. */
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
