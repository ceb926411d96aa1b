import { isUuid } from '../../../domain/uuid.ts';
import type { Knex } from '../knex.ts';

/** Whether an existing user has this uuid; false for any other text. */
export async function existsUser(db: Knex, id: string): Promise<boolean> {
  return isUuid(id) && (await db('users').where({ id, deleted_at: null }).first('id')) !== undefined;
}
