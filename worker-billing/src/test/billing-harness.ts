import { PLAN_PRICES, type PlanPrice } from '@diorama/shared/plans.ts';
import type { OrderRow } from '@diorama/shared/server/billing/order-row.ts';
import { attachPayment, findOrder, openOrder } from '@diorama/shared/server/billing/orders.ts';
import {
  attachSetup,
  openSetup,
  requestSetupCheck,
} from '@diorama/shared/server/billing/payment-setups.queries.ts';
import type { Payment } from '@diorama/shared/server/billing/providers/provider.ts';
import { confirmSandboxPayment } from '@diorama/shared/server/billing/sandbox-payments.ts';
import { recordWebhookEvent } from '@diorama/shared/server/billing/webhook-events.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { uuidv7 } from '@diorama/shared/server/runtime/ids.ts';
import type { BillingWorld } from './billing-world.ts';

export const CARD = { type: 0 as const, last4: '4242', brand: 'visa', expMonth: 12, expYear: 2040 };
type Attached = Pick<OrderRow, 'client_token' | 'provider_ref'>;

/** @throws Error when the plan is not sold for that number of months */
export function priceOf(plan: string, months: number): PlanPrice {
  const price = PLAN_PRICES.find((candidate) => candidate.plan === plan && candidate.months === months);
  if (!price) {
    throw new Error(`${plan} is not sold by ${months} months`);
  }
  return price;
}

/** One workspace, its owner, and the billing actions of both. */
export type BillingHarness = Awaited<ReturnType<typeof openBillingHarness>>;

/** Creates a workspace on Free with the billing actions, paid through the sandbox. */
export async function openBillingHarness(world: BillingWorld) {
  const owner = await world.createAccount();
  const { db } = world;
  const account = () => db('accounts').where({ id: owner.accountId });

  /** Opens an order without asking the provider. */
  const order = (
    plan = 'pro',
    months = 1,
    sourceId: string | null = null,
    discountId: string | null = null,
  ) =>
    openOrder(db, {
      ...owner,
      price: priceOf(plan, months),
      promotion: null,
      discountId,
      provider: 'sandbox',
      sourceId,
      now: new Date(),
    });
  const create = async ({ id: orderId, total_amount: amount, currency }: OrderRow): Promise<Payment> => {
    const payment = await world.payments
      .find()
      ?.create({ orderId, amount, currency, payer: { accountId: owner.accountId, ref: null } });
    if (!payment) {
      throw new Error('Nobody takes payments');
    }
    return payment;
  };
  /** Creates the provider payment of an order for its payer to confirm. */
  const attach = async (opened: OrderRow): Promise<OrderRow> => {
    if (opened.source_id === null && opened.total_amount > 0 && opened.provider_ref === null) {
      await attachPayment(db, opened, await create(opened));
    }
    return (await findOrder(db, opened.id)) ?? opened;
  };
  const open = async (plan = 'pro', months = 1, sourceId: string | null = null): Promise<OrderRow> =>
    attach(await order(plan, months, sourceId));
  const confirm = (token: string | null, card: Partial<typeof CARD> = {}) =>
    confirmSandboxPayment(db, token ?? '', {
      state: 'succeeded',
      errorCode: null,
      source: { ...CARD, ...card },
    });
  const notice = async ({ provider_ref: ref }: Pick<OrderRow, 'provider_ref'>) => {
    await recordWebhookEvent(db, { provider: 'sandbox', eventId: uuidv7(), ref: ref ?? '' });
    await world.drain();
  };
  const decline = async (declined: Attached) => {
    const outcome = { state: 'failed' as const, errorCode: 'card_declined', source: null };
    await confirmSandboxPayment(db, declined.client_token ?? '', outcome);
    await notice(declined);
  };
  const buy = async (plan = 'pro', months = 1) => {
    const bought = await open(plan, months);
    if (bought.total_amount > 0) {
      await confirm(bought.client_token);
      await notice(bought);
    }
    await world.drain();
    return bought;
  };

  /** Adds a card without paying anything. */
  const addCard = async (last4: string) => {
    const setup = await openSetup(db, owner.accountId, 'sandbox');
    const payment = await world.payments
      .find()
      ?.setUp({ setupId: setup.id, payer: { accountId: owner.accountId, ref: null } });
    if (payment) {
      await attachSetup(db, setup.id, payment);
      await confirm(payment.clientToken, { last4 });
    }
    await requestSetupCheck(db, setup.id);
    await world.drain();
  };

  return {
    ...owner,
    addCard,
    order,
    create,
    attach,
    open,
    confirm,
    decline,
    notice,
    buy,
    account: () => account().first(),
    change: (columns: object) => account().update(columns),
    orders: (kind: OrderRow['kind']): Promise<OrderRow[]> =>
      db('orders').where({ account_id: owner.accountId, kind }).orderBy('created_at'),
    statusOf: async (id: string) => (await findOrder(db, id))?.status,
    invoices: () => db('invoices').where({ account_id: owner.accountId }).orderBy('number'),
    sources: () => db('payment_sources').where({ account_id: owner.accountId }),
    mails: (template: string) =>
      db('emails').where({ recipient: owner.email, template }).orderBy('created_at').orderBy('id'),
    /** Summaries of the plan receipts in the order of their invoices. */
    receipts: async (): Promise<string[]> => {
      const mails = await db('emails').where({ recipient: owner.email, template: 'receipt' });
      return mails
        .map(({ props }) => props)
        .sort((a, b) => a.number.localeCompare(b.number))
        .map(({ outcome }) => outcome);
    },
    /** Expires all stored cards. */
    expireCards: () =>
      db('sandbox_sources').where({ reference: owner.accountId }).update({ exp_month: 1, exp_year: 2020 }),
    /** Advances the paid time of the workspace by days. */
    pass: (days: number) => passDays(db, owner.accountId, days),
  };
}

/** Moves a workspace's period and its orders back by `days`. */
export async function passDays(db: Knex, accountId: string, days: number): Promise<void> {
  const back = (columns: readonly string[]) =>
    Object.fromEntries(
      columns.map((column) => [column, db.raw(`${column} - make_interval(days => ?)`, [days])]),
    );
  await db('accounts')
    .where({ id: accountId })
    .update(back(['plan_expires_at', 'period_start', 'renew_at']));
  await db('orders')
    .where({ account_id: accountId })
    .update(back(['adds_from', 'adds_until']));
}
