import { chooseLanguage } from '@diorama/shared/i18n/t.ts';
import { findBillingOwner } from '@diorama/shared/server/billing/billing-owner.queries.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { requestEmail } from '@diorama/shared/server/delivery/emails.ts';
import type { JobHandler } from '@diorama/shared/server/jobs/worker.ts';

/** Mails an owner that a workspace is on Free now. Skips a workspace that has a plan again. */
export function subscriptionNotifyEnded(deps: {
  db: Knex;
  publicUrl: string;
}): JobHandler<'subscription.notify-ended'> {
  return ({ accountId }, context) =>
    context.commit(deps.db, async (trx) => {
      const owner = await findBillingOwner(trx, accountId);
      if (owner?.plan === 'free') {
        await requestEmail(trx, {
          to: owner.email,
          template: 'plan-ended',
          locale: owner.locale,
          props: {
            workspace: owner.nameInMail,
            url: `${deps.publicUrl}/${chooseLanguage([owner.locale])}/people-and-settings?tab=billing`,
          },
        });
      }
      return {};
    });
}
