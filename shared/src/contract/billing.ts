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
    summary: 'Lists the billing details of a workspace, or of all workspaces that the user owns. Owner only.',
    query: ofAccount,
    response: collection(billingInfo),
    errors: ['security.not-allowed'],
  },
  createBillingInfo: {
    route: 'POST /api/billing-infos',
    summary: 'Creates or replaces the billing details of a workspace.',
    status: 201,
    body: z.object({ account: ref, ...billingFields }),
    response: billingInfo,
    errors: ['request.not-found', 'security.not-allowed', 'security.account.suspended'],
  },
  updateBillingInfo: {
    route: 'PATCH /api/billing-infos/{id}',
    summary: 'Updates the billing details for future invoices. Existing invoices do not change.',
    body: z.object(billingFields),
    response: billingInfo,
    errors: ['request.not-found', 'security.not-allowed', 'security.account.suspended'],
  },
  updatePaymentSource: {
    route: 'PATCH /api/payment-sources/{id}',
    summary: 'Sets the default card or wallet for renewals.',
    body: z.object({ isDefault: z.literal(true) }),
    response: paymentSource,
    errors: ['request.not-found', 'security.not-allowed', 'security.account.suspended'],
  },
  deletePaymentSource: {
    route: 'DELETE /api/payment-sources/{id}',
    summary: 'Removes a card or wallet, also at its provider.',
    status: 204,
    errors: ['request.not-found', 'security.not-allowed', 'security.account.suspended', 'server.unavailable'],
  },
  getSourceIntent: {
    route: 'GET /api/payment-sources/intent/{id}',
    summary:
      "Starts adding a card or wallet, and returns the token that the provider's form confirms. Repeated requests check its state at the provider.",
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
    summary:
      'Lists the cards and wallets of a workspace, or of all workspaces that the user owns. Owner only.',
    query: ofAccount,
    response: collection(paymentSource),
    errors: ['security.not-allowed'],
  },
  listInvoices: {
    route: 'GET /api/invoices',
    summary:
      'Lists the invoices of a workspace, or of all workspaces that the user owns, newest first. Owner only.',
    query: ofAccount,
    response: collection(invoice),
    errors: ['security.not-allowed'],
  },
  getInvoice: {
    route: 'GET /api/invoices/{id}',
    summary: 'Returns an invoice with the URL of its PDF.',
    response: invoice,
    errors: ['request.not-found', 'security.not-allowed'],
  },
  listPlans: {
    route: 'GET /api/plans-full',
    auth: 'none',
    summary: 'Lists the plans with their features and prices.',
    query: z.object({ isActive: queryFlag.optional(), publicDisplay: queryFlag.optional() }),
    response: collection(plan),
  },
  listPlanPrices: {
    route: 'GET /api/defaults/plan-prices',
    auth: 'none',
    summary: 'Lists all prices that can be ordered.',
    response: collection(planPrice),
  },
  createOrder: {
    route: 'POST /api/orders',
    summary:
      'Orders a plan. An open order for the same workspace, price and discount is returned again. A running promotion always applies; a code replaces it if it saves more, and is rejected with 422 if it saves nothing.',
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
      'Returns the current price of an order without creating it. For users who may pay. A discount that saves nothing is rejected with 422.',
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
    summary: 'Returns whether an order is paid and its plan is active.',
    response: z.object({ status: z.number().int(), active: z.boolean() }),
    errors: ['request.not-found'],
  },
  confirmSandboxPayment: {
    route: 'POST /api/sandbox-payments/{token}/confirm',
    auth: 'none',
    summary: "Replaces the card provider's page while the sandbox provider is in use.",
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
    summary:
      'Receives a signed webhook event from a payment provider, and starts the reconciliation of its order.',
    params: z.object({ provider: z.enum(['stripe', 'paypal', 'sandbox']) }),
    bodyKind: 'raw',
    errors: ['request.malformed', 'request.not-found'],
  },
  getPlan: {
    route: 'GET /api/plans/{id}',
    auth: 'none',
    summary: 'Returns a plan with its features and prices.',
    response: plan,
    errors: ['request.not-found'],
  },
  getPlanPrice: {
    route: 'GET /api/defaults/plan-prices/{id}',
    auth: 'none',
    summary: 'Returns a price that can be ordered.',
    response: planPrice,
    errors: ['request.not-found'],
  },
  getOrder: {
    route: 'GET /api/orders/{id}',
    summary: 'Returns an order. Owner of its workspace only.',
    response: order,
    errors: ['request.not-found', 'security.not-allowed'],
  },
  getBillingInfo: {
    route: 'GET /api/billing-infos/{id}',
    summary: 'Returns billing details. Owner of their workspace only.',
    response: billingInfo,
    errors: ['request.not-found', 'security.not-allowed'],
  },
  getPaymentSource: {
    route: 'GET /api/payment-sources/{id}',
    summary: 'Returns a card or wallet. Owner of its workspace only.',
    response: paymentSource,
    errors: ['request.not-found', 'security.not-allowed'],
  },
});
