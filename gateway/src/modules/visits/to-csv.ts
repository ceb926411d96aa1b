import type { SceneAnalytics } from '@diorama/shared/contract/visits.ts';

const COLUMNS = ['day', 'views', 'embeds', 'devices', 'seconds', 'annotationOpens', 'arLaunches'] as const;

/** The days as a table of comma-separated values (RFC 4180). Nothing in it is a text that people wrote. */
export function toCsv({ days }: Pick<SceneAnalytics, 'days'>): string {
  const lines = days.map((day) => COLUMNS.map((column) => day[column]).join(','));
  return `${[COLUMNS.join(','), ...lines].join('\r\n')}\r\n`;
}
