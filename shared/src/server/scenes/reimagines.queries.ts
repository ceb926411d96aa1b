import { CodedError } from '../../contract/errors.ts';
import { MAX_REIMAGINED_A_DAY, type Reimagine, type ReimagineStyle } from '../../contract/reimagines.ts';
import type { Knex } from '../db/knex.ts';
import { recordEvent } from '../jobs/outbox.queries.ts';
import { lockAccount } from '../storage/storage.queries.ts';

/** A request for variations of a picture, with its state. */
export type ReimagineRow = {
  id: string;
  composition_id: string;
  account_id: string;
  prompt: string;
  style: ReimagineStyle | null;
  strength: number;
  count: number;
  status: Reimagine['status'];
  /** Null after its file was deleted with its workspace. */
  image_object: string | null;
  /** Depth image, where the provider accepts one. */
  depth_object: string | null;
  candidate_objects: string[];
  error_code: string | null;
  created_at: string;
};

/** A new request; a second one with the same `id` is ignored. */
export type NewReimagine = Pick<ReimagineRow, 'id' | 'prompt' | 'style' | 'strength' | 'count'> & {
  compositionId: string;
  accountId: string;
  userId: string;
  imageObject: string;
  depthObject: string | null;
};

const COLUMNS = [
  ...['id', 'composition_id', 'account_id', 'prompt', 'style', 'strength', 'count'],
  ...['status', 'image_object', 'depth_object', 'candidate_objects', 'error_code', 'created_at'],
] as const;
/** Number of requests kept per scene, in any state; their pictures are swept with them. */
const KEPT = 5;
/** Largest turn of a request, so that those of crowds still go before card pictures. */
const MAX_TURN = 5;

export async function findReimagine(db: Knex, id: string): Promise<ReimagineRow | null> {
  const row: ReimagineRow | undefined = await db('reimagines')
    .where({ id })
    .first(...COLUMNS);
  return row ?? null;
}

/** Recent requests of a scene, newest first; requests of others are included once they are complete. */
export async function listReimagines(
  db: Knex,
  compositionId: string,
  userId: string,
): Promise<ReimagineRow[]> {
  return db('reimagines')
    .where({ composition_id: compositionId })
    .where((either) => either.where({ status: 'completed' }).orWhere({ created_by: userId }))
    .orderBy([
      { column: 'created_at', order: 'desc' },
      { column: 'id', order: 'desc' },
    ])
    .limit(KEPT)
    .select(...COLUMNS);
}

/**
 * Requests pictures, within the workspace's daily limit.
 * @returns the request's id.
 * @throws CodedError `reimagine.limit` with `Retry-After`.
 */
export async function createReimagine(db: Knex, request: NewReimagine): Promise<string> {
  const { id } = request;
  await db.transaction(async (trx) => {
    // Serialises concurrent requests.
    await lockAccount(trx, request.accountId);
    if (await trx('reimagines').where({ id }).first('id')) {
      return;
    }
    await assertLeft(trx, request);
    await trx('reimagines').insert({
      id,
      composition_id: request.compositionId,
      account_id: request.accountId,
      created_by: request.userId,
      prompt: request.prompt,
      style: request.style,
      strength: request.strength,
      count: request.count,
      image_object: request.imageObject,
      depth_object: request.depthObject,
    });
    const waiting = trx('reimagines')
      .where({ account_id: request.accountId, status: 'queued' })
      .whereNot({ id });
    const turn = (await waiting.limit(MAX_TURN).select('id')).length;
    await recordEvent(trx, {
      name: 'reimagine.requested',
      payload: { reimagineId: id, ...(turn > 0 && { turn }) },
    });
  });
  return id;
}

/** Requests of the last 24 hours, except those that failed or were cancelled before they started. */
const OF_THE_DAY = `from reimagines where account_id = ? and created_at > now() - interval '24 hours'
  and status <> 'failed' and not (status = 'cancelled' and fence = 0)`;

/** Number of pictures that a workspace may still request today. */
export async function countLeft(db: Knex, accountId: string): Promise<number> {
  const { rows } = await db.raw<{ rows: { used: number }[] }>(
    `select coalesce(sum(count), 0)::int as used ${OF_THE_DAY}`,
    [accountId],
  );
  return Math.max(0, MAX_REIMAGINED_A_DAY - (rows[0]?.used ?? 0));
}

/** Seconds until `more` additional pictures are available. */
async function secondsUntilFree(db: Knex, accountId: string, more: number): Promise<number> {
  const { rows } = await db.raw<{ rows: { seconds: number }[] }>(
    `select ceil(extract(epoch from created_at + interval '24 hours' - now()))::int as seconds
     from (select created_at, sum(count) over (order by created_at, id) as freed ${OF_THE_DAY}) wishes
     where freed >= ? order by created_at limit 1`,
    [accountId, more],
  );
  return rows[0]?.seconds ?? 0;
}

/**
 * Checks whether a workspace may request so many pictures today.
 * @throws CodedError `reimagine.limit` with `Retry-After`: when enough of the limit is available again.
 */
export async function assertLeft(
  db: Knex,
  { accountId, count }: Pick<NewReimagine, 'accountId' | 'count'>,
): Promise<void> {
  const left = await countLeft(db, accountId);
  if (count > left) {
    const seconds = await secondsUntilFree(db, accountId, count - left);
    throw new CodedError('reimagine.limit', { headers: { 'Retry-After': String(seconds) } });
  }
}

/** Claims a request; false when it has ended, was cancelled, or a later run has claimed it. */
export async function beginReimagine(db: Knex, id: string, fence: number): Promise<boolean> {
  const count = await db('reimagines')
    .where({ id })
    .whereIn('status', ['queued', 'running'])
    .where('fence', '<=', fence)
    .update({ status: 'running', fence, updated_at: db.fn.now() });
  return count > 0;
}

/** Stores the results, unless the request was cancelled meanwhile. */
export async function completeReimagine(
  trx: Knex,
  { id, composition_id }: Pick<ReimagineRow, 'id' | 'composition_id'>,
  candidates: readonly string[],
): Promise<void> {
  await trx('reimagines')
    .where({ id, status: 'running' })
    .update({ status: 'completed', candidate_objects: [...candidates], updated_at: trx.fn.now() });
  await trx.raw(
    `delete from reimagines r where r.composition_id = :composition and r.status not in ('queued', 'running')
       and r.created_at < now() - interval '24 hours'
       and r.id not in (select n.id from reimagines n where n.composition_id = :composition
         order by n.created_at desc, n.id desc limit ${KEPT})`,
    { composition: composition_id },
  );
}

/** Ends a failed request. */
export async function failReimagine(trx: Knex, id: string, code: string): Promise<void> {
  await trx('reimagines')
    .where({ id })
    .whereIn('status', ['queued', 'running'])
    .update({ status: 'failed', error_code: code, updated_at: trx.fn.now() });
}

/** Cancels a request; one that has ended is unchanged. */
export async function cancelReimagine(db: Knex, id: string): Promise<void> {
  await db('reimagines')
    .where({ id })
    .whereIn('status', ['queued', 'running'])
    .update({ status: 'cancelled', updated_at: db.fn.now() });
}
