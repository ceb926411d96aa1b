import { createHmac, randomBytes } from 'node:crypto';
import type { VisitKind } from '../../../contract/visits.ts';
import type { Knex } from '../knex.ts';

/** Which column counts what. */
const COLUMNS: Record<VisitKind, string> = {
  view: 'views',
  embed: 'embeds',
  time: 'seconds',
  annotation: 'annotation_opens',
  ar: 'ar_launches',
};

/** One thing that a visitor did, on a day of UTC. */
export type Visit = {
  compositionId: string;
  day: string;
  kind: VisitKind;
  seconds: number;
  /** What tells devices apart; only its salted hash is kept, until the day is over. */
  device: string;
  /** Two letters, or empty. */
  country: string;
};

/** Adds a visit to its day: at most three rows are touched, however many visits there were. */
export async function recordVisit(db: Knex, visit: Visit): Promise<void> {
  const { compositionId, day, kind, seconds, country } = visit;
  const isArrival = kind === 'view' || kind === 'embed';
  await db.transaction(async (trx) => {
    const isNew = isArrival && (await isNewDevice(trx, visit));
    const column = COLUMNS[kind];
    await trx.raw(
      `insert into scene_visit_days as d (composition_id, day, ${column}, devices) values (?, ?, ?, ?)
       on conflict (composition_id, day) do update
         set ${column} = d.${column} + excluded.${column}, devices = d.devices + excluded.devices`,
      [compositionId, day, kind === 'time' ? seconds : 1, isNew ? 1 : 0],
    );
    if (isArrival) {
      await trx.raw(
        `insert into scene_visit_countries as c (composition_id, day, country, visits) values (?, ?, ?, 1)
         on conflict (composition_id, day, country) do update set visits = c.visits + 1`,
        [compositionId, day, country],
      );
    }
  });
}

/** Forgets what told devices apart on the days that are over. */
export async function sweepVisits(trx: Knex): Promise<void> {
  const today = `(now() at time zone 'utc')::date`;
  await trx.raw(`delete from scene_visit_devices where day < ${today}`);
  await trx.raw(`delete from scene_visit_salts where day < ${today}`);
}

async function isNewDevice(trx: Knex, { compositionId, day, device }: Visit): Promise<boolean> {
  const salt = await saltOf(trx, day);
  const hash = createHmac('sha256', salt).update(device).digest().subarray(0, 16);
  const { rows } = await trx.raw<{ rows: unknown[] }>(
    `insert into scene_visit_devices (composition_id, day, device) values (?, ?, ?)
     on conflict do nothing returning 1`,
    [compositionId, day, hash],
  );
  return rows.length > 0;
}

/** The salt of a day, one for all gateways. */
async function saltOf(trx: Knex, day: string): Promise<Buffer> {
  const find = () => trx('scene_visit_salts').where({ day }).first('salt');
  const found = await find();
  if (found) {
    return found.salt;
  }
  await trx('scene_visit_salts')
    .insert({ day, salt: randomBytes(32) })
    .onConflict('day')
    .ignore();
  return (await find())?.salt;
}
