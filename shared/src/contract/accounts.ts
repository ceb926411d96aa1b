import { z } from 'zod';
import { planPrice } from './billing.ts';
import { defineRoutes } from './define.ts';
import { bytes, iri, time, userRef } from './fields.ts';
import { idParams, resource } from './hydra.ts';

export const account = resource('Account', {
  detail: z.object({
    '@id': iri,
    name: z.string(),
    industry: z.string().nullable(),
    logoUrl: z.string().nullable(),
    hasCompletedDashboardTour: z.boolean(),
    hasCompletedOnboarding: z.boolean(),
  }),
  owner: userRef,
  users: z.array(userRef),
  members: z.array(iri),
  billingInfo: iri.nullable(),
  paymentSources: z.array(iri),
  invoices: z.array(iri),
  projects: z.array(iri),
  isActive: z.boolean(),
  status: z.enum(['active', 'suspended']),
  subscriptionStatus: z.union([z.literal(1), z.literal(3), z.literal(6)]),
  subscriptionType: z.string(),
  subscriptionTypeDescription: z.string(),
  subscriptionModel: z.enum(['scene', 'storage']),
  subscriptionNeedsSync: z.boolean(),
  planPrice: planPrice.nullable(),
  expirationDate: time.nullable(),
  storage: z.object({ used: bytes, available: bytes }),
  features: z.object({
    maxScenes: z.number().int(),
    customWatermark: z.union([z.boolean(), iri]),
    analytics: z.boolean(),
  }),
  totalProjects: z.number().int(),
  totalModels: z.number().int(),
  totalScenes: z.number().int(),
  totalSharedWithMeScenes: z.number().int(),
  compositionCount: z.number().int(),
  tags: z.array(z.string()),
  referral: z.object({ joined: z.number().int(), earned: bytes }),
});
export type Account = z.output<typeof account>;

export const accountRoutes = defineRoutes({
  getAccount: {
    method: 'GET',
    path: '/api/accounts/{id}',
    auth: 'user',
    summary: 'A workspace with its plan, quotas and counts.',
    status: 200,
    params: idParams,
    response: account,
    errors: ['request.not-found'],
  },
});
