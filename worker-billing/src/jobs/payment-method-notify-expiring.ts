import { formatDate } from '@diorama/shared/i18n/format.ts';
import { chooseLanguage } from '@diorama/shared/i18n/t.ts';
import { findBillingOwner } from '@diorama/shared/server/billing/billing-owner.queries.ts';
import {
  claimExpiringSources,
  type ExpiringSource,
} from '@diorama/shared/server/billing/expiring-sources.queries.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { requestEmail } from '@diorama/shared/server/delivery/emails.ts';
import type { JobHandler } from '@diorama/shared/server/jobs/worker.ts';

/** Mails owners when the card for their renewals expires within a month, once per card. */
export function paymentMethodNotifyExpiring(deps: {
  db: Knex;
  publicUrl: string;
}): JobHandler<'payment-method.notify-expiring'> {
  return (_payload, context) =>
    context.commit(deps.db, async (trx) => {
      const sources = await claimExpiringSources(trx);
      for (const source of sources) {
        await warn(trx, source);
      }
      return { told: sources.length };
    });

  async function warn(trx: Knex, source: ExpiringSource): Promise<void> {
    const owner = await findBillingOwner(trx, source.accountId);
    if (!owner) {
      return;
    }
    const language = chooseLanguage([owner.locale]);
    await requestEmail(trx, {
      to: owner.email,
      template: 'card-expires',
      locale: owner.locale,
      props: {
        workspace: owner.nameInMail,
        last4: source.last4,
        month: new Intl.DateTimeFormat(language, { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(
          source.lastDay,
        ),
        renews: formatDate(language, source.renewsAt, owner.timezone),
        url: `${deps.publicUrl}/${language}/people-and-settings?tab=billing`,
      },
    });
  }
}
