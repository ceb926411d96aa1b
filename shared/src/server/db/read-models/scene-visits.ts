import type { SceneAnalytics, VisitCounts } from '../../../contract/visits.ts';
import type { Knex } from '../knex.ts';

type DayRow = VisitCounts & { day: string };

/** Visits of a day from a country; an empty name where the browser sends none. */
export type CountryDay = { day: string; country: string; visits: number };

/** Visit statistics of a scene between two days, inclusive. */
export async function readAnalytics(
  db: Knex,
  { compositionId, from, to }: { compositionId: string; from: string; to: string },
): Promise<SceneAnalytics> {
  const bound = { scene: compositionId, from, to };
  const { rows: days } = await db.raw<{ rows: DayRow[] }>(
    `select to_char(s.day, 'YYYY-MM-DD') as day, coalesce(d.views, 0) as views, coalesce(d.embeds, 0) as embeds,
       coalesce(d.devices, 0) as devices, coalesce(d.seconds, 0)::float8 as seconds,
       coalesce(d.annotation_opens, 0) as "annotationOpens", coalesce(d.ar_launches, 0) as "arLaunches"
     from generate_series(:from::date, :to::date, interval '1 day') s(day)
     left join scene_visit_days d on d.composition_id = :scene and d.day = s.day::date
     order by s.day`,
    bound,
  );
  const { rows: countries } = await db.raw<{ rows: SceneAnalytics['countries'] }>(
    `select country, sum(visits)::int as visits from scene_visit_countries
     where composition_id = :scene and day between :from and :to group by country order by visits desc, country`,
    bound,
  );
  return { from, to, totals: sumOf(days), days, countries };
}

/** Visits by day and country between two days, inclusive. */
export async function readCountryDays(
  db: Knex,
  { compositionId, from, to }: { compositionId: string; from: string; to: string },
): Promise<CountryDay[]> {
  const { rows } = await db.raw<{ rows: CountryDay[] }>(
    `select to_char(day, 'YYYY-MM-DD') as day, country, visits from scene_visit_countries
     where composition_id = ? and day between ? and ?`,
    [compositionId, from, to],
  );
  return rows;
}

function sumOf(days: readonly DayRow[]): VisitCounts {
  const total = (key: keyof VisitCounts) => days.reduce((sum, day) => sum + day[key], 0);
  return {
    views: total('views'),
    embeds: total('embeds'),
    devices: total('devices'),
    seconds: total('seconds'),
    annotationOpens: total('annotationOpens'),
    arLaunches: total('arLaunches'),
  };
}
