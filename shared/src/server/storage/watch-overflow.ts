import type { Knex } from '../db/knex.ts';
import { recordAccessChange } from '../delivery/access-changes.queries.ts';
import { isOverflown } from './capacity.ts';

/**
 * Changes the contents of a workspace; requires its lock. If the workspace exceeds its plan only before or
 * only after the change, the rights on its scenes have changed, which is recorded. A trigger records plan
 * changes.
 */
export async function watchOverflow<Result>(
  trx: Knex,
  accountId: string,
  change: () => Promise<Result>,
): Promise<Result> {
  const before = await isOverflown(trx, accountId);
  const result = await change();
  if ((await isOverflown(trx, accountId)) !== before) {
    await recordAccessChange(trx, { kind: 'account', subject: accountId });
  }
  return result;
}
