import type { Knex } from '../knex.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether the text is a uuid, so that it can be asked for at all. */
export function isUuid(text: string): boolean {
  return UUID.test(text);
}

/** Whether a living person has this uuid; anything else than a uuid is nobody. */
export async function existsUser(db: Knex, id: string): Promise<boolean> {
  return isUuid(id) && (await db('users').where({ id, deleted_at: null }).first('id')) !== undefined;
}
