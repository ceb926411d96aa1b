import { createHmac, randomBytes } from 'node:crypto';
import type { SceneAnalytics, VisitCounts, VisitKind } from '../../contract/visits.ts';
import type { Knex } from '../db/knex.ts';

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

/** Counter column of each kind. */
const COLUMNS: Record<VisitKind, string> = {
  view: 'views',
  embed: 'embeds',
  time: 'seconds',
  annotation: 'annotation_opens',
  ar: 'ar_launches',
};

/** One event of a visitor, on a UTC day. */
export type Visit = {
  compositionId: string;
  day: string;
  kind: VisitKind;
  seconds: number;
  /** Identifies a device; only its salted hash is stored, until the end of the day. */
  device: string;
  /** Two-letter code, or empty. */
  country: string;
};

/** Maximum number of devices per scene and day, so that forged ones cannot fill the table. */
const MAX_DEVICES = 50_000;

/**
 * Adds a visit to its day: at most three rows change, for any number of visits. It is one statement, so
 * that the day's row, which all visits of a scene share, is locked only briefly.
 */
export async function recordVisit(db: Knex, visit: Visit): Promise<void> {
  const { compositionId, day, kind, seconds, country } = visit;
  const isArrival = kind === 'view' || kind === 'embed';
  const column = COLUMNS[kind];
  await db.raw(
    `with device as (
       insert into scene_visit_devices (composition_id, day, device)
       select :compositionId::uuid, :day::date, :device::bytea
       where :isArrival and coalesce(
         (select devices from scene_visit_days where composition_id = :compositionId and day = :day), 0) < ${MAX_DEVICES}
       on conflict do nothing returning 1
     ), country as (
       insert into scene_visit_countries as c (composition_id, day, country, visits)
       select :compositionId::uuid, :day::date, :country, 1 where :isArrival
       on conflict (composition_id, day, country) do update set visits = c.visits + 1
     )
     insert into scene_visit_days as d (composition_id, day, ${column}, devices)
     values (:compositionId, :day, :amount, (select count(*) from device))
     on conflict (composition_id, day) do update
       set ${column} = d.${column} + excluded.${column}, devices = d.devices + excluded.devices`,
    {
      compositionId,
      day,
      isArrival,
      country,
      device: isArrival ? await hashOf(db, visit) : null,
      amount: kind === 'time' ? seconds : 1,
    },
  );
}

/** Deletes device hashes and salts of past days. */
export async function sweepVisits(trx: Knex): Promise<void> {
  const today = `(now() at time zone 'utc')::date`;
  await trx.raw(`delete from scene_visit_devices where day < ${today}`);
  await trx.raw(`delete from scene_visit_salts where day < ${today}`);
}

async function hashOf(db: Knex, { day, device }: Visit): Promise<Buffer> {
  return createHmac('sha256', await saltOf(db, day))
    .update(device)
    .digest()
    .subarray(0, 16);
}

/** Salt of a day, common to all gateways. */
async function saltOf(db: Knex, day: string): Promise<Buffer> {
  const find = () => db('scene_visit_salts').where({ day }).first('salt');
  const found = await find();
  if (found) {
    return found.salt;
  }
  await db('scene_visit_salts')
    .insert({ day, salt: randomBytes(32) })
    .onConflict('day')
    .ignore();
  return (await find())?.salt;
}
