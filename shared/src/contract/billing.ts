import { z } from 'zod';
import { defineRoutes } from './define.ts';
import { cents, iri, time } from './fields.ts';
import { collection, idParams, queryFlag, ref, resource } from './hydra.ts';

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
  features: z.object({
    maxScenes: z.number().int(),
    storage: z.number().int(),
    workspaces: z.number().int(),
    customWatermark: z.boolean(),
    analytics: z.boolean(),
  }),
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

export const billingRoutes = defineRoutes({
  listPlans: {
    method: 'GET',
    path: '/api/plans-full',
    auth: 'none',
    summary: 'The plans with their features and prices.',
    status: 200,
    query: z.object({ isActive: queryFlag.optional(), publicDisplay: queryFlag.optional() }),
    response: collection(plan),
  },
  listPlanPrices: {
    method: 'GET',
    path: '/api/defaults/plan-prices',
    auth: 'none',
    summary: 'Every price that can be ordered.',
    status: 200,
    response: collection(planPrice),
  },
  createOrder: {
    method: 'POST',
    path: '/api/orders',
    auth: 'user',
    summary: 'Orders a plan; an open order for the same workspace and price is answered again.',
    status: 201,
    body: z.object({ account: ref, planPrice: ref, discount: ref.nullish(), paymentSource: ref.nullish() }),
    response: order,
    errors: [
      'request.not-found',
      'security.not-allowed',
      'security.blocked',
      'payment.failed',
      'server.unavailable',
    ],
    limit: 'orders',
    idempotent: true,
  },
  checkOrderStatus: {
    method: 'GET',
    path: '/api/orders/check-status/{id}',
    auth: 'none',
    summary: 'Whether an order is paid and its plan active.',
    status: 200,
    params: idParams,
    response: z.object({ status: z.number().int(), active: z.boolean() }),
    errors: ['request.not-found'],
  },
  confirmSandboxPayment: {
    method: 'POST',
    path: '/api/sandbox-payments/{token}/confirm',
    auth: 'none',
    summary: "Stands in for the card provider's own page while the sandbox provider is in use.",
    status: 200,
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
    method: 'POST',
    path: '/api/webhooks/{provider}',
    auth: 'none',
    summary: "Takes a payment provider's signed notice; it only wakes the reconciliation.",
    status: 200,
    params: z.object({ provider: z.enum(['stripe', 'paypal', 'sandbox']) }),
    bodyKind: 'raw',
    errors: ['request.malformed', 'request.not-found'],
  },
});
