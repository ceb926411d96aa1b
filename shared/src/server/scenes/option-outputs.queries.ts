import { GB } from '../../plans.ts';
import type { Knex } from '../db/knex.ts';
import { recordEvent } from '../jobs/outbox.queries.ts';
import { uuidv7 } from '../runtime/ids.ts';

/** Files of a combination of choices. */
export type OptionOutput = {
  id: string;
  status: 'queued' | 'completed' | 'failed';
  glb_object: string | null;
  ar_object: string | null;
  usdz_object: string | null;
};

/** Number of combinations kept for each scene; the least recently requested ones are deleted. */
export const KEPT_COMBINATIONS = 200;
/** Longest text of a combination with files, in UTF-8 bytes; PostgreSQL indexes none above 2,700. */
export const MAX_COMBINATION_BYTES = 2_500;
/** Bytes of the files of combinations kept for each workspace, in addition to the newest combination. */
export const KEPT_BYTES = 2 * GB;
/** Number of combinations of one workspace that may wait. */
export const MOST_WAITING = 20;
/** Time after which a failed combination is tried again when it is requested. */
const TRY_AGAIN = '10 minutes';

const COLUMNS = ['id', 'status', 'glb_object', 'ar_object', 'usdz_object'] as const;

/**
 * JSON of a document with the parts of an output's options and choices that rules need, as stored by any release.
 * The values of choices, which may be large, are not among them.
 */
export async function findOptionRules(db: Knex, outputId: string): Promise<string | null> {
  const { rows } = await db.raw<{ rows: { rules: string }[] }>(
    `select jsonb_strip_nulls(jsonb_build_object(
       'options', (select jsonb_object_agg(key, jsonb_build_object('index', value -> 'index'))
         from jsonb_each(document -> 'options')),
       'choices', (select jsonb_object_agg(key, jsonb_build_object('option', value -> 'option',
           'index', value -> 'index', 'requires', value -> 'requires', 'excludes', value -> 'excludes'))
         from jsonb_each(document -> 'choices'))))::text as rules
     from scene_outputs where id = :outputId`,
    { outputId },
  );
  return rows[0]?.rules ?? null;
}

/** The files of a combination, which counts as used; null without a request, or if it failed some time ago. */
export async function useOptionOutput(
  db: Knex,
  outputId: string,
  choices: string,
): Promise<OptionOutput | null> {
  await db('option_outputs')
    .where({ output_id: outputId, choices, status: 'failed' })
    .whereRaw(`created_at < now() - interval '${TRY_AGAIN}'`)
    .delete();
  const row = await db('option_outputs').where({ output_id: outputId, choices }).first(COLUMNS);
  // Waiting visitors ask every second, so not every use is written.
  await db('option_outputs')
    .where({ output_id: outputId, choices })
    .whereRaw(`used_at < now() - interval '1 hour'`)
    .update({ used_at: db.fn.now() });
  return row ?? null;
}

/**
 * Requests the files of a combination, once for all visitors.
 * @returns false while too many combinations of the workspace wait
 */
export async function requestOptionOutput(
  db: Knex,
  wanted: { outputId: string; accountId: string; choices: string },
): Promise<boolean> {
  return db.transaction(async (trx) => {
    // The files of an output that was replaced meanwhile would not be served. The lock is that of `completeOutput`.
    const isPublished = await trx('compositions')
      .where({ published_output_id: wanted.outputId })
      .forShare()
      .first('id');
    if (!isPublished) {
      return true;
    }
    await takeTurn(trx, wanted.accountId);
    const turn = await countWaiting(trx, wanted.accountId);
    if (turn >= MOST_WAITING) {
      return false;
    }
    const id = uuidv7();
    const made = await trx('option_outputs')
      .insert({ id, output_id: wanted.outputId, choices: wanted.choices })
      .onConflict(['output_id', 'choices'])
      .ignore()
      .returning('id');
    if (made.length > 0) {
      await recordEvent(trx, {
        name: 'option-output.requested',
        payload: { optionOutputId: id, ...(turn > 0 && { turn }) },
      });
    }
    return true;
  });
}

/** A combination whose files are to be made; null if it is gone, or has files. */
export async function findQueuedOptionOutput(
  db: Knex,
  id: string,
): Promise<{ id: string; outputId: string; choices: string } | null> {
  const row = await db('option_outputs').where({ id, status: 'queued' }).first('output_id', 'choices');
  return row ? { id, outputId: row.output_id, choices: row.choices } : null;
}

/** A combination to complete. `digest` is that of all that its files are made from. */
type Completed = { id: string; outputId: string; accountId: string; digest: string };

/** Stores the files of a combination, and deletes the least recently used combinations. */
export async function completeOptionOutput(
  trx: Knex,
  { digest, ...combination }: Completed,
  made: { glb: string; ar: string; usdz: string },
): Promise<void> {
  await takeTurn(trx, combination.accountId);
  await trx('option_outputs').where({ id: combination.id }).update({
    status: 'completed',
    content_digest: digest,
    glb_object: made.glb,
    ar_object: made.ar,
    usdz_object: made.usdz,
    used_at: trx.fn.now(),
  });
  await dropLeastUsed(trx, combination);
}

/**
 * Completes a combination with the files of another one of the workspace that were made from the same.
 * @returns false if there is none
 */
export async function shareOptionOutput(trx: Knex, { digest, ...combination }: Completed): Promise<boolean> {
  await takeTurn(trx, combination.accountId);
  const { id, accountId } = combination;
  // The lock keeps the other combination, and so its objects, until this one refers to them too.
  const { rows } = await trx.raw<{ rows: unknown[] }>(
    `with same as (
       select p.glb_object, p.ar_object, p.usdz_object
       from option_outputs p join scene_outputs o on o.id = p.output_id join compositions c on c.id = o.composition_id
       where p.content_digest = :digest and p.status = 'completed' and c.account_id = :accountId
         and num_nulls(p.glb_object, p.ar_object, p.usdz_object) = 0
       order by p.used_at desc limit 1 for share of p)
     update option_outputs set status = 'completed', content_digest = :digest, used_at = now(),
       glb_object = same.glb_object, ar_object = same.ar_object, usdz_object = same.usdz_object
     from same where id = :id returning id`,
    { id, accountId, digest },
  );
  if (rows.length > 0) {
    await dropLeastUsed(trx, combination);
  }
  return rows.length > 0;
}

/** Deletes the least recently used combinations beyond the limits of a scene and a workspace. */
async function dropLeastUsed(
  trx: Knex,
  { id, outputId, accountId }: Omit<Completed, 'digest'>,
): Promise<void> {
  await trx.raw(
    `delete from option_outputs where id in (
       select p.id from scene_outputs mine join scene_outputs o on o.composition_id = mine.composition_id
       join option_outputs p on p.output_id = o.id and p.status <> 'queued'
       where mine.id = ? order by p.used_at desc, p.id desc offset ?)`,
    [outputId, KEPT_COMBINATIONS],
  );
  // An object of several combinations counts for the one that was used last.
  await trx.raw(
    `with files as (
       select p.id, p.used_at, f.size, row_number() over (partition by f.id order by p.used_at desc, p.id desc) as nth
       from compositions c join scene_outputs o on o.composition_id = c.id
       join option_outputs p on p.output_id = o.id and p.status = 'completed'
       join objects f on f.id in (p.glb_object, p.ar_object, p.usdz_object)
       where c.account_id = :accountId),
     kept as (
       select id, sum(sum(size) filter (where nth = 1)) over (order by used_at desc, id desc) as bytes
       from files group by id, used_at)
     delete from option_outputs where id in (select id from kept where bytes > :most) and id <> :id`,
    { id, accountId, most: KEPT_BYTES },
  );
}

/**
 * Deletes the waiting and failed combinations of a scene's outputs that are not published. Files of known content
 * remain for combinations with the same content.
 */
export async function dropOldOptionOutputs(
  trx: Knex,
  scene: { compositionId: string; accountId: string },
): Promise<void> {
  await takeTurn(trx, scene.accountId);
  await trx.raw(
    `delete from option_outputs p using scene_outputs o, compositions c
     where c.id = ? and o.composition_id = c.id and o.id is distinct from c.published_output_id
       and p.output_id = o.id and (p.status <> 'completed' or p.content_digest is null)`,
    [scene.compositionId],
  );
}

/** Ends a combination whose files cannot be made. */
export async function failOptionOutput(trx: Knex, id: string): Promise<void> {
  await trx('option_outputs').where({ id, status: 'queued' }).update({ status: 'failed' });
}

async function countWaiting(trx: Knex, accountId: string): Promise<number> {
  const row = await trx('option_outputs as p')
    .join('scene_outputs as o', 'o.id', 'p.output_id')
    .join('compositions as c', 'c.id', 'o.composition_id')
    .where({ 'p.status': 'queued', 'c.account_id': accountId })
    .count({ count: '*' })
    .first();
  return Number(row?.count ?? 0);
}

/** Waits for other changes of the combinations of a workspace to be committed, so that its limits hold. */
async function takeTurn(trx: Knex, accountId: string): Promise<void> {
  await trx.raw('select pg_advisory_xact_lock(hashtextextended(?, 0))', [`option outputs ${accountId}`]);
}
