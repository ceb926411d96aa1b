import type { Knex } from '../db/knex.ts';
import { readQuery } from '../db/read-query.ts';

/** Position of the operators' switch, and who switched it last. */
export type ReadOnlySwitch = { is_on: boolean; switched_by: string | null; switched_at: string };

/** Reads the switch; null before its first use. */
export async function readReadOnlySwitch(db: Knex): Promise<ReadOnlySwitch | null> {
  const [row] = await readQuery<ReadOnlySwitch>(
    db,
    'read-only-switch',
    `select is_on, switched_at, (select name from users where id = switched_by) as switched_by from read_only`,
  );
  return row ?? null;
}

/** Sets the switch. Setting it again keeps who switched it first, and when. */
export async function writeReadOnlySwitch(
  db: Knex,
  { isOn, userId }: { isOn: boolean; userId: string },
): Promise<void> {
  await db.raw(
    `insert into read_only (is_on, switched_by) values (?, ?)
     on conflict (id) do update set is_on = excluded.is_on, switched_by = excluded.switched_by, switched_at = now()
       where read_only.is_on <> excluded.is_on`,
    [isOn, userId],
  );
}
