import { invalidField, type ViolationCode } from '../../contract/errors.ts';
import type { Knex } from './knex.ts';

/** The counted rows, and the field and code of the error that names their maximum. */
type Bound = {
  table: 'comments' | 'library_items' | 'projects';
  where: Readonly<Record<string, string>>;
  most: number;
  field: string;
  code: ViolationCode;
};

/**
 * Bounds the rows that a user adds. Simultaneous calls may exceed the maximum, unless the caller holds a lock.
 * @throws CodedError `request.invalid` at the maximum number of rows
 */
export async function assertRowRoom(db: Knex, { table, where, most, field, code }: Bound): Promise<void> {
  const counted = db(table).where(where).limit(most).select('id').as('own');
  const row = await db.from(counted).count<{ count: number }[]>({ count: '*' }).first();
  if (Number(row?.count) >= most) {
    throw invalidField(field, code, { params: { count: most } });
  }
}
