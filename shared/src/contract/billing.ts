import { z } from 'zod';
import { isCountry } from '../domain/countries.ts';
import { defineRoutes } from './define.ts';
import { discountName } from './discounts.ts';
import { cents, email, iri, line, time } from './fields.ts';
import { collection, listQuery, queryFlag, ref, resource } from './hydra.ts';
import { planFeatures } from './plan-features.ts';
import { ruleText } from './rule-text.ts';

export const planPrice = resource('PlanPrice', {
  plan: z.object({ '@id': iri, name: z.string(), displayName: z.string() }),
  months: z.union([z.literal(1), z.literal(12)]),
  unitPrice: cents,
  price: cents,
  discountedPrice: cents.nullable(),
  discountPercentage: z.number().nullable(),
  renewDate: time,
  currency: z.string(),
  paypalId: z.string().nullable(),
});
export type PlanPriceResource = z.output<typeof planPrice>;

export const plan = resource('Plan', {
  name: z.string(),
  displayName: z.string(),
  nameInCapitalLetters: z.string(),
  level: z.number().int().min(0).max(3),
  isPremium: z.boolean(),
  features: planFeatures,
  prices: z.array(planPrice),
  priceMonthly: cents.nullable(),
  priceYearly: cents.nullable(),
});
export type PlanResource = z.output<typeof plan>;

export const order = resource('Order', {
  account: iri,
  planPrice: iri,
  type: z.literal('plan'),
  amount: cents,
  totalAmount: cents,
  currency: z.string(),
  currencyCode: z.number().int(),
  months: z.number().int(),
  status: z.number().int().min(0).max(7),
  createdAt: time,
  token: z.string().nullable(),
  provider: z.string(),
});
export type Order = z.output<typeof order>;

export const billingInfo = resource('BillingInfo', {
  account: iri,
  name: z.string().nullable(),
  email: z.string().nullable(),
  addressLine1: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  postalCode: z.string().nullable(),
  country: z.string().nullable(),
  legalId: z.string().nullable(),
  isValid: z.boolean(),
});
export type BillingInfo = z.output<typeof billingInfo>;

export const paymentSource = resource('PaymentSource', {
  account: iri,
  type: z.union([z.literal(0), z.literal(1)]),
  /** `last4` of a card; `customerId` and `name` of a wallet. */
  info: z.record(z.string(), z.unknown()),
  isDefault: z.boolean(),
});
export type PaymentSource = z.output<typeof paymentSource>;

export const invoice = resource('Invoice', {
  number: z.string(),
  createdAt: time,
  amount: cents,
  currency: z.string(),
  transactionId: z.string().nullable(),
  downloadUrl: z.string().nullable(),
});
export type Invoice = z.output<typeof invoice>;

/** Invoice details. Every field may be empty; a field that is set must be valid. */
const billingFields = {
  name: line(120).nullish(),
  email: email.nullish(),
  addressLine1: line(200).nullish(),
  city: line(120).nullish(),
  state: line(120).nullish(),
  postalCode: line(20).nullish(),
  country: z
    .string()
    .max(10)
    .transform((code) => code.trim().toUpperCase())
    .refine(isCountry, ruleText('rule.country'))
    .nullish(),
  legalId: line(40).nullish(),
};

const ofAccount = z.object({ ...listQuery, 'account.uuid': ref.optional() });

export const billingRoutes = defineRoutes({
  listBillingInfos: {
    route: 'GET /api/billing-infos',
    summary: "The billing details of a workspace, or of all one's own; for its owner.",
    query: ofAccount,
    response: collection(billingInfo),
    errors: ['security.not-allowed'],
  },
  createBillingInfo: {
    route: 'POST /api/billing-infos',
    summary: 'The billing details of a workspace; those that are there are written over.',
    status: 201,
    body: z.object({ account: ref, ...billingFields }),
    response: billingInfo,
    errors: ['request.not-found', 'security.not-allowed', 'security.account.suspended'],
  },
  updateBillingInfo: {
    route: 'PATCH /api/billing-infos/{id}',
    summary: 'Changes what later invoices are made out to; those that are there stay as they are.',
    body: z.object(billingFields),
    response: billingInfo,
    errors: ['request.not-found', 'security.not-allowed', 'security.account.suspended'],
  },
  updatePaymentSource: {
    route: 'PATCH /api/payment-sources/{id}',
    summary: 'Makes a card or wallet the one that renewals are charged to.',
    body: z.object({ isDefault: z.literal(true) }),
    response: paymentSource,
    errors: ['request.not-found', 'security.not-allowed', 'security.account.suspended'],
  },
  deletePaymentSource: {
    route: 'DELETE /api/payment-sources/{id}',
    summary: 'Removes a card or wallet, at its provider as well.',
    status: 204,
    errors: ['request.not-found', 'security.not-allowed', 'security.account.suspended', 'server.unavailable'],
  },
  getSourceIntent: {
    route: 'GET /api/payment-sources/intent/{id}',
    summary:
      "Begins the adding of a card or wallet: the token with which the provider's form confirms it. Asking again has the provider asked what became of it.",
    query: z.object({ provider: z.enum(['stripe', 'paypal', 'sandbox']).optional() }),
    response: z.object({ token: z.string(), provider: z.string() }),
    errors: [
      'request.not-found',
      'security.not-allowed',
      'security.account.suspended',
      'payment.unavailable',
      'server.unavailable',
    ],
    limit: 'orders',
  },
  listPaymentSources: {
    route: 'GET /api/payment-sources',
    summary: "The cards and wallets of a workspace, or of all one's own; for its owner.",
    query: ofAccount,
    response: collection(paymentSource),
    errors: ['security.not-allowed'],
  },
  listInvoices: {
    route: 'GET /api/invoices',
    summary: "The invoices of a workspace, or of all one's own, newest first; for its owner.",
    query: ofAccount,
    response: collection(invoice),
    errors: ['security.not-allowed'],
  },
  getInvoice: {
    route: 'GET /api/invoices/{id}',
    summary: 'One invoice with the address of its PDF.',
    response: invoice,
    errors: ['request.not-found', 'security.not-allowed'],
  },
  listPlans: {
    route: 'GET /api/plans-full',
    auth: 'none',
    summary: 'The plans with their features and prices.',
    query: z.object({ isActive: queryFlag.optional(), publicDisplay: queryFlag.optional() }),
    response: collection(plan),
  },
  listPlanPrices: {
    route: 'GET /api/defaults/plan-prices',
    auth: 'none',
    summary: 'Every price that can be ordered.',
    response: collection(planPrice),
  },
  createOrder: {
    route: 'POST /api/orders',
    summary:
      'Orders a plan; an open order for the same workspace, price and discount is answered again. A running promotion is taken off whether or not the order names it; a code is taken off in its place where it is more, and is 422 where it takes nothing off.',
    status: 201,
    body: z.object({
      account: ref,
      planPrice: ref,
      discount: discountName.nullish(),
      /**
       * A stored payment source of the workspace, charged at once. Without it the payer confirms the payment
       * in the browser.
       */
      paymentSource: ref.nullish(),
      /** Payment provider where several are configured; the first one by default. */
      provider: z.enum(['stripe', 'paypal', 'sandbox']).optional(),
    }),
    response: order,
    errors: [
      'request.not-found',
      'security.not-allowed',
      'security.forbidden',
      'security.blocked',
      'payment.failed',
      'payment.unavailable',
      'request.conflict',
      'server.unavailable',
    ],
    limit: 'orders',
    idempotent: 'caller',
  },
  quoteOrder: {
    route: 'GET /api/orders/quote/{account}/{planPrice}',
    summary:
      'What an order would come to now, without ordering anything; for whoever pays. A discount that would take nothing off is 422.',
    params: z.object({ account: ref, planPrice: ref }),
    query: z.object({ discount: discountName.optional() }),
    response: z.object({
      amount: cents,
      discount: cents,
      /** The discount code that applies, if a valid one was sent. */
      code: z.string().nullable(),
      discountPercentage: z.number().nullable(),
      credit: cents,
      total: cents,
      currency: z.string(),
    }),
    errors: ['request.not-found', 'security.not-allowed', 'security.account.suspended'],
  },
  checkOrderStatus: {
    route: 'GET /api/orders/check-status/{id}',
    auth: 'none',
    summary: 'Whether an order is paid and its plan active.',
    response: z.object({ status: z.number().int(), active: z.boolean() }),
    errors: ['request.not-found'],
  },
  confirmSandboxPayment: {
    route: 'POST /api/sandbox-payments/{token}/confirm',
    auth: 'none',
    summary: "Stands in for the card provider's own page while the sandbox provider is in use.",
    params: z.object({ token: z.string().max(200) }),
    body: z.union([
      z.object({ wallet: z.enum(['approve', 'deny']) }),
      z.object({
        number: z.string().max(40),
        expMonth: z.number().int(),
        expYear: z.number().int(),
        cvc: z.string().max(8),
        challenge: z.enum(['approve', 'deny']).optional(),
      }),
    ]),
    response: z.object({
      status: z.enum(['succeeded', 'requires_action', 'failed']),
      error: z.object({ code: z.string(), message: z.string() }).optional(),
    }),
    errors: ['request.not-found'],
  },
  receiveWebhook: {
    route: 'POST /api/webhooks/{provider}',
    auth: 'none',
    summary: "Takes a payment provider's signed notice; it only wakes the reconciliation.",
    params: z.object({ provider: z.enum(['stripe', 'paypal', 'sandbox']) }),
    bodyKind: 'raw',
    errors: ['request.malformed', 'request.not-found'],
  },
  getPlan: {
    route: 'GET /api/plans/{id}',
    auth: 'none',
    summary: 'A plan with its features and prices.',
    response: plan,
    errors: ['request.not-found'],
  },
  getPlanPrice: {
    route: 'GET /api/defaults/plan-prices/{id}',
    auth: 'none',
    summary: 'A price that can be ordered.',
    response: planPrice,
    errors: ['request.not-found'],
  },
  getOrder: {
    route: 'GET /api/orders/{id}',
    summary: 'An order, for the owner of its workspace.',
    response: order,
    errors: ['request.not-found', 'security.not-allowed'],
  },
  getBillingInfo: {
    route: 'GET /api/billing-infos/{id}',
    summary: 'Billing details, for the owner of their workspace.',
    response: billingInfo,
    errors: ['request.not-found', 'security.not-allowed'],
  },
  getPaymentSource: {
    route: 'GET /api/payment-sources/{id}',
    summary: 'A card or wallet, for the owner of its workspace.',
    response: paymentSource,
    errors: ['request.not-found', 'security.not-allowed'],
  },
});
