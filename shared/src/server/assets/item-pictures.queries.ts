import type { Knex } from '../db/knex.ts';
import { recordEvent } from '../jobs/outbox.queries.ts';

/** Largest turn of a thumbnail. */
const MAX_TURN = 50;

/** Requests the thumbnail of a saved item, after those of its library that were saved just before. */
export async function requestItemPicture(
  trx: Knex,
  name: 'library.material-saved' | 'library.version-saved',
  itemId: string,
): Promise<void> {
  const { rows } = await trx.raw<{ rows: unknown[] }>(
    `select from library_items where account_id = (select account_id from library_items where id = :itemId)
       and id <> :itemId and kind in ('material', 'component') and updated_at > now() - interval '10 minutes'
     limit ${MAX_TURN}`,
    { itemId },
  );
  const turn = rows.length;
  await recordEvent(trx, { name, payload: { itemId, ...(turn > 0 && { turn }) } });
}
