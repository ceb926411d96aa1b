import { isUuid } from '../../../domain/uuid.ts';
import type { Knex } from '../knex.ts';

/** Whether a living person has this uuid; anything else than a uuid is nobody. */
export async function existsUser(db: Knex, id: string): Promise<boolean> {
  return isUuid(id) && (await db('users').where({ id, deleted_at: null }).first('id')) !== undefined;
}
