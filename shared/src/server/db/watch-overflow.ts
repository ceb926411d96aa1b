import { recordAccessChange } from './access-changes.ts';
import type { Knex } from './knex.ts';
import { isOverflown } from './read-models/room.ts';

/**
 * Makes a change to what a workspace holds, for whoever has its lock. Where it is over its plan only before or only after, what
 * people may do with its scenes has changed, which is noted; the database notes a change of the plan by itself.
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
