import { LIBRARY_ACCOUNT_ID } from '../../domain/library.ts';
import { chooseLanguage } from '../../i18n/t.ts';
import { findBillingOwner } from '../billing/billing-owner.queries.ts';
import type { Knex } from '../db/knex.ts';
import { requestEmail } from '../delivery/emails.ts';
import { recordLive } from '../delivery/live-events.queries.ts';

/** A suspension, or its end. */
export type SuspensionChange = {
  accountId: string;
  isActive: boolean;
  operatorId: string;
  /** Reason for the owner; null if the operator gave none. */
  reason: string | null;
  /** Page that the owner's mail links, with `{lang}` in place of the language. */
  page: string;
};

/**
 * Suspends or reactivates a workspace, notifies its members, and mails its owner. Idempotent.
 * @returns false when there is no such workspace: the library's cannot be suspended, and one that is being
 * removed stays closed.
 */
export async function setSuspension(trx: Knex, change: SuspensionChange): Promise<boolean> {
  const { accountId: id, isActive, operatorId, reason } = change;
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
        suspended_reason: isActive ? null : reason,
      });
    await recordLive(trx, { topic: 'account', id, type: 'updated', accountId: id });
    await mailOwner(trx, change);
  }
  return true;
}

/** Requests the owner's mail. An unconfirmed address may be another person's: it learns no name and no reason. */
async function mailOwner(trx: Knex, { accountId, isActive, reason, page }: SuspensionChange): Promise<void> {
  const owner = await findBillingOwner(trx, accountId);
  if (!owner) {
    return;
  }
  const workspace = owner.nameInMail;
  const url = page.replace('{lang}', chooseLanguage([owner.locale]));
  const mail = { to: owner.email, locale: owner.locale };
  if (isActive) {
    await requestEmail(trx, { ...mail, template: 'workspace-reactivated', props: { workspace, url } });
  } else {
    const props = { workspace, reason: workspace === null ? null : reason, url };
    await requestEmail(trx, { ...mail, template: 'workspace-suspended', props });
  }
}
