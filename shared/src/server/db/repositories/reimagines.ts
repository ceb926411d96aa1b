import { CodedError } from '../../../contract/errors.ts';
import { MAX_REIMAGINED_A_DAY, type Reimagine, type ReimagineStyle } from '../../../contract/reimagines.ts';
import type { Knex } from '../knex.ts';
import { recordEvent } from '../outbox.ts';
import { lockAccount } from '../storage.ts';

/** A wish for other versions of a picture, as it stands. */
export type ReimagineRow = {
  id: string;
  composition_id: string;
  account_id: string;
  prompt: string;
  style: ReimagineStyle | null;
  strength: number;
  count: number;
  status: Reimagine['status'];
  /** Null once its file is gone with its workspace. */
  image_object: string | null;
  /** A picture of how far everything in it is, where the provider takes one. */
  depth_object: string | null;
  candidate_objects: string[];
  error_code: string | null;
  created_at: string;
};

/** A wish that is about to be made. */
/** A second request with the same `id` changes nothing. */
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
/** So many of a scene's are kept, whatever became of them; their pictures are swept with them. */
const KEPT = 5;

export async function findReimagine(db: Knex, id: string): Promise<ReimagineRow | null> {
  const row: ReimagineRow | undefined = await db('reimagines')
    .where({ id })
    .first(...COLUMNS);
  return row ?? null;
}

/** What was asked for last of a scene, the newest first; what others wait for is theirs until it is there. */
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
 * Asks for pictures, within what the workspace may ask for in a day.
 * @returns the wish's id.
 * @throws CodedError `reimagine.limit` with `Retry-After`.
 */
export async function createReimagine(db: Knex, wish: NewReimagine): Promise<string> {
  const { id } = wish;
  await db.transaction(async (trx) => {
    // Two requests at the same moment are counted one after the other.
    await lockAccount(trx, wish.accountId);
    if (await trx('reimagines').where({ id }).first('id')) {
      return;
    }
    await assertLeft(trx, wish);
    await trx('reimagines').insert({
      id,
      composition_id: wish.compositionId,
      account_id: wish.accountId,
      created_by: wish.userId,
      prompt: wish.prompt,
      style: wish.style,
      strength: wish.strength,
      count: wish.count,
      image_object: wish.imageObject,
      depth_object: wish.depthObject,
    });
    await recordEvent(trx, { name: 'reimagine.requested', payload: { reimagineId: id } });
  });
  return id;
}

/** The wishes of the last 24 hours; what failed or was stopped before it began counts nothing. */
const OF_THE_DAY = `from reimagines where account_id = ? and created_at > now() - interval '24 hours'
  and status <> 'failed' and not (status = 'cancelled' and fence = 0)`;

/** How many pictures a workspace may still ask for today. */
export async function countLeft(db: Knex, accountId: string): Promise<number> {
  const { rows } = await db.raw<{ rows: { used: number }[] }>(
    `select coalesce(sum(count), 0)::int as used ${OF_THE_DAY}`,
    [accountId],
  );
  return Math.max(0, MAX_REIMAGINED_A_DAY - (rows[0]?.used ?? 0));
}

/** In how many seconds so many more pictures are free than now. */
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
 * Asks whether a workspace may ask for so many pictures today.
 * @throws CodedError `reimagine.limit` with `Retry-After`: when enough of the day's count no more.
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

/** Takes a wish up; false when it has ended, was stopped, or a later run has taken it. */
export async function beginReimagine(db: Knex, id: string, fence: number): Promise<boolean> {
  const count = await db('reimagines')
    .where({ id })
    .whereIn('status', ['queued', 'running'])
    .where('fence', '<=', fence)
    .update({ status: 'running', fence, updated_at: db.fn.now() });
  return count > 0;
}

/** Writes down what was made, unless it was stopped meanwhile. */
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

/** Ends a wish that comes to nothing. */
export async function failReimagine(trx: Knex, id: string, code: string): Promise<void> {
  await trx('reimagines')
    .where({ id })
    .whereIn('status', ['queued', 'running'])
    .update({ status: 'failed', error_code: code, updated_at: trx.fn.now() });
}

/** Stops a wish; one that has ended stays as it is. */
export async function cancelReimagine(db: Knex, id: string): Promise<void> {
  await db('reimagines')
    .where({ id })
    .whereIn('status', ['queued', 'running'])
    .update({ status: 'cancelled', updated_at: db.fn.now() });
}
