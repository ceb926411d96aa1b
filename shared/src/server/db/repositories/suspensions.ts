import { LIBRARY_ACCOUNT_ID } from '../../../domain/library.ts';
import type { Knex } from '../knex.ts';
import { recordLive } from '../live-events.ts';

/**
 * Suspends or reactivates a workspace, and notifies its members. Idempotent.
 * @returns false when there is no such workspace: the library's cannot be suspended, and one that is being
 * removed stays closed.
 */
export async function setSuspension(
  trx: Knex,
  wish: { accountId: string; isActive: boolean; operatorId: string },
): Promise<boolean> {
  const { accountId: id, isActive, operatorId } = wish;
  const account: { is_active: boolean; suspended_at: string | null } | undefined = await trx('accounts')
    .where({ id })
    .whereNot({ id: LIBRARY_ACCOUNT_ID })
    .forNoKeyUpdate()
    .first('is_active', 'suspended_at');
  if (!account || (!account.is_active && account.suspended_at === null)) {
    return false;
  }
  if (account.is_active !== isActive) {
    await trx('accounts')
      .where({ id })
      .update({
        is_active: isActive,
        suspended_at: isActive ? null : trx.fn.now(),
        suspended_by: isActive ? null : operatorId,
      });
    await recordLive(trx, { topic: 'account', id, type: 'updated', accountId: id });
  }
  return true;
}
