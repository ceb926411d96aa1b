import { endOfGrace } from '@diorama/shared/domain/subscription.ts';
import { formatDate } from '@diorama/shared/i18n/format.ts';
import { chooseLanguage } from '@diorama/shared/i18n/t.ts';
import { PLAN_NAMES, PLANS } from '@diorama/shared/plans.ts';
import { findBillingOwner } from '@diorama/shared/server/billing/billing-owner.queries.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { requestEmail } from '@diorama/shared/server/delivery/emails.ts';
import type { JobHandler } from '@diorama/shared/server/jobs/worker.ts';

/** Mails an owner that a renewal could not be paid. Skips a renewal that has been paid meanwhile. */
export function renewalNotifyFailed(deps: {
  db: Knex;
  publicUrl: string;
}): JobHandler<'renewal.notify-failed'> {
  return ({ accountId }, context) =>
    context.commit(deps.db, async (trx) => {
      const owner = await findBillingOwner(trx, accountId);
      if (owner?.expiresAt && owner.renewTries > 0) {
        const ends = endOfGrace(new Date(owner.expiresAt));
        const next = owner.renewAt && new Date(owner.renewAt);
        const language = chooseLanguage([owner.locale]);
        const day = (date: Date) => formatDate(language, date, owner.timezone);
        const plan = PLAN_NAMES.find((name) => name === owner.plan) ?? 'free';
        await requestEmail(trx, {
          to: owner.email,
          template: 'renewal-failed',
          locale: owner.locale,
          props: {
            workspace: owner.nameInMail,
            plan: PLANS[plan].displayName,
            next: next && next < ends ? day(next) : null,
            ends: day(ends),
            url: `${deps.publicUrl}/${language}/people-and-settings?tab=billing`,
          },
        });
      }
      return {};
    });
}
