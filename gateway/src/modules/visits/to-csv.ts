import type { SceneAnalytics } from '@diorama/shared/contract/visits.ts';
import type { CountryDay } from '@diorama/shared/server/scenes/scene-visits.queries.ts';

const COLUMNS = ['day', 'views', 'embeds', 'devices', 'seconds', 'annotationOpens', 'arLaunches'] as const;
/** Country of visits whose browsers send none. */
const UNKNOWN = 'unknown';

/**
 * The days as comma-separated values (RFC 4180), with one column of visits per country, most visits first.
 * It contains no text from users.
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
