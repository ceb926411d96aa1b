import type { Knex } from '../knex.ts';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Whether a living person has this uuid; anything else than a uuid is nobody. */
export async function existsUser(db: Knex, id: string): Promise<boolean> {
  return UUID.test(id) && (await db('users').where({ id, deleted_at: null }).first('id')) !== undefined;
}

/** Whether a scene that is not in the trash has this uuid. */
export async function existsComposition(db: Knex, id: string): Promise<boolean> {
  return (
    UUID.test(id) && (await db('compositions').where({ id, deleted_at: null }).first('id')) !== undefined
  );
}
