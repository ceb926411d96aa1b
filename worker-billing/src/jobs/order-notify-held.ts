import { holdReasonOf } from '@diorama/shared/domain/order.ts';
import { formatMoney } from '@diorama/shared/i18n/format.ts';
import { chooseLanguage, DEFAULT_LANGUAGE } from '@diorama/shared/i18n/t.ts';
import { findBillingOwner } from '@diorama/shared/server/billing/billing-owner.queries.ts';
import { findOrder } from '@diorama/shared/server/billing/orders.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { requestEmail } from '@diorama/shared/server/delivery/emails.ts';
import type { JobHandler } from '@diorama/shared/server/jobs/worker.ts';

/**
 * Mails the owner and the operators that an order is held for review. Skips an order that is no longer held.
 */
export function orderNotifyHeld(deps: {
  db: Knex;
  publicUrl: string;
  operatorEmails: readonly string[];
}): JobHandler<'order.notify-held'> {
  const { db, publicUrl, operatorEmails } = deps;
  return ({ orderId }, context) =>
    context.commit(db, async (trx) => {
      const order = await findOrder(trx, orderId);
      const why = order && holdReasonOf(order);
      const owner = order && (await findBillingOwner(trx, order.account_id));
      if (order && why !== null && owner) {
        const amount = order.taken_amount ?? order.total_amount;
        const currency = order.taken_currency ?? order.currency;
        const language = chooseLanguage([owner.locale]);
        const props = { why, order: order.id, workspace: owner.nameInMail };
        await requestEmail(trx, {
          to: owner.email,
          template: 'payment-held',
          locale: owner.locale,
          props: {
            ...props,
            taken: formatMoney(language, amount, currency),
            url: `${publicUrl}/${language}/people-and-settings?tab=billing`,
          },
        });
        for (const to of operatorEmails) {
          await requestEmail(trx, {
            to,
            template: 'order-held',
            locale: DEFAULT_LANGUAGE,
            props: {
              ...props,
              taken: formatMoney(DEFAULT_LANGUAGE, amount, currency),
              url: `${publicUrl}/${DEFAULT_LANGUAGE}/operators?tab=payments&state=held`,
            },
          });
        }
      }
      return {};
    });
}
