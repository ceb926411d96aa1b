import type { SceneAnalytics, VisitCounts } from '@diorama/shared/contract/visits.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
/** Sample views by weekday, with more on working days. */
const WEEK = [12, 31, 36, 34, 38, 27, 15];
const COUNTRIES = [
  { country: 'US', share: 0.34 },
  { country: 'ES', share: 0.22 },
  { country: 'MX', share: 0.17 },
  { country: 'DE', share: 0.12 },
  { country: '', share: 0.08 },
];

/** Sample data for the page of visits, deterministic. */
export function sampleAnalytics(to: string, length: number): SceneAnalytics {
  const last = Date.parse(to);
  const days = Array.from({ length }, (_, i) => {
    const time = new Date(last - (length - 1 - i) * DAY_MS);
    const views = Math.round((WEEK[time.getUTCDay()] ?? 0) * (0.7 + (0.5 * i) / length));
    return { day: time.toISOString().slice(0, 10), ...countsOf(views) };
  });
  const total = (key: keyof VisitCounts) => days.reduce((sum, day) => sum + day[key], 0);
  const visits = total('views') + total('embeds');
  return {
    from: days[0]?.day ?? to,
    to,
    totals: {
      views: total('views'),
      embeds: total('embeds'),
      devices: total('devices'),
      seconds: total('seconds'),
      annotationOpens: total('annotationOpens'),
      arLaunches: total('arLaunches'),
    },
    days,
    countries: COUNTRIES.map(({ country, share }) => ({ country, visits: Math.round(visits * share) })),
  };
}

function countsOf(views: number): VisitCounts {
  return {
    views,
    embeds: Math.round(views * 0.4),
    devices: Math.round(views * 0.8),
    seconds: views * 48,
    annotationOpens: Math.round(views * 0.6),
    arLaunches: Math.round(views * 0.1),
  };
}
