import { holdReasonOf } from '@diorama/shared/domain/order.ts';
import type { ReceiptOutcome } from '@diorama/shared/emails/definitions.ts';
import { formatMoney } from '@diorama/shared/i18n/format.ts';
import { chooseLanguage } from '@diorama/shared/i18n/t.ts';
import { findBillingOwner } from '@diorama/shared/server/billing/billing-owner.queries.ts';
import {
  attachDocument,
  findInvoiceRecord,
  type InvoiceRecord,
} from '@diorama/shared/server/billing/invoices.queries.ts';
import type { OrderRow } from '@diorama/shared/server/billing/order-row.ts';
import { findOrder } from '@diorama/shared/server/billing/orders.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { requestEmail } from '@diorama/shared/server/delivery/emails.ts';
import { type JobHandler, UnrecoverableJobError } from '@diorama/shared/server/jobs/worker.ts';
import { storeObject } from '@diorama/shared/server/objects/objects.queries.ts';
import type { ObjectStore } from '@diorama/shared/server/objects/store.ts';
import type { Seller } from '@diorama/shared/server/runtime/env.ts';
import { drawInvoice } from '../invoice/draw-invoice.ts';

/**
 * Draws the document of an invoice or credit note, and mails the workspace owner in the same transaction. A lost document
 * is drawn again without a mail, for the seller of the first one.
 */
export function invoiceIssue(deps: {
  db: Knex;
  store: ObjectStore;
  publicUrl: string;
  seller: Seller;
}): JobHandler<'invoice.issue'> {
  const { db, store } = deps;
  return async ({ invoiceId, isRedrawn = false }, context) => {
    const invoice = await findInvoiceRecord(db, invoiceId);
    if (!invoice) {
      throw new UnrecoverableJobError(`There is no invoice ${invoiceId}`, 'request.not-found');
    }
    const { number, account_id: accountId } = invoice;
    // The row of an erased workspace stays for bookkeeping, but its document has no reader.
    if (accountId === null || invoice.document_object !== null) {
      return { number };
    }
    const { seller = deps.seller } = invoice.details;
    const body = await drawInvoice(invoice, seller);
    const object = await storeObject({ db, store }, { accountId, body, contentType: 'application/pdf' });
    await context.commit(db, async (trx) => {
      const isAttached = await attachDocument(trx, invoiceId, { objectId: object.id, seller });
      if (isAttached && !isRedrawn) {
        await mailInvoice(trx, { accountId, invoice, objectId: object.id });
      }
    });
    return { number };
  };

  async function mailInvoice(
    trx: Knex,
    { accountId, invoice, objectId }: { accountId: string; invoice: InvoiceRecord; objectId: string },
  ): Promise<void> {
    const owner = await findBillingOwner(trx, accountId);
    if (!owner) {
      return;
    }
    const language = chooseLanguage([owner.locale]);
    const money = (cents: number) => formatMoney(language, cents, invoice.currency);
    const mail = { to: owner.email, locale: owner.locale };
    const props = {
      workspace: owner.nameInMail,
      plan: invoice.details.plan,
      number: invoice.number,
      attachment: { object: objectId, name: `${invoice.number}.pdf` },
      total: money(Math.abs(invoice.amount)),
      url: `${deps.publicUrl}/${language}/people-and-settings?tab=billing`,
    };
    if (invoice.kind === 'credit-note') {
      await requestEmail(trx, { ...mail, template: 'refund', props });
      return;
    }
    const { code, discount } = invoice.details;
    const taken = code ? { code, amount: money(discount) } : null;
    const order = invoice.order_id === null ? null : await findOrder(trx, invoice.order_id);
    const outcome = order === null ? 'active' : outcomeOf(order);
    await requestEmail(trx, { ...mail, template: 'receipt', props: { ...props, discount: taken, outcome } });
  }
}

/** Classifies the outcome of a paid order for the receipt. */
function outcomeOf(order: OrderRow): ReceiptOutcome {
  if (order.is_superseded) {
    return 'returned';
  }
  if (holdReasonOf(order) !== null) {
    return 'waiting';
  }
  return order.total_amount === 0 ? 'free' : 'active';
}
