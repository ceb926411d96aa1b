import type { SceneAnalytics } from '@diorama/shared/contract/visits.ts';
import type { CountryDay } from '@diorama/shared/server/db/read-models/scene-visits.ts';

const COLUMNS = ['day', 'views', 'embeds', 'devices', 'seconds', 'annotationOpens', 'arLaunches'] as const;
/** Visits from where browsers do not say. */
const UNKNOWN = 'unknown';

/**
 * The days as a table of comma-separated values (RFC 4180), with a column of visits for each country that there were any
 * from, most visits first. Nothing in it is a text that people wrote.
 */
export function toCsv(
  { days, countries }: Pick<SceneAnalytics, 'days' | 'countries'>,
  countryDays: readonly CountryDay[],
): string {
  const visits = new Map(countryDays.map((row) => [`${row.day} ${row.country}`, row.visits]));
  const head = [...COLUMNS, ...countries.map(({ country }) => `visits:${country || UNKNOWN}`)];
  const lines = days.map((day) => [
    ...COLUMNS.map((column) => day[column]),
    ...countries.map(({ country }) => visits.get(`${day.day} ${country}`) ?? 0),
  ]);
  return [head, ...lines].map((line) => `${line.join(',')}\r\n`).join('');
}
