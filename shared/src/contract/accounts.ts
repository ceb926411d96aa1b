import { z } from 'zod';
import { planPrice } from './billing.ts';
import { defineRoutes } from './define.ts';
import { bytes, iri, line, lines, time, userRef } from './fields.ts';
import { ref, resource } from './hydra.ts';
import { planFeatures } from './plan-features.ts';

/** The units that lengths can be shown in. */
export const UNITS = ['mm', 'cm', 'm', 'inch', 'feet'] as const;

/** Longest reason of a suspension, in characters. */
export const MAX_SUSPENSION_REASON = 500;

const detail = {
  name: z.string(),
  industry: z.string().nullable(),
  logoUrl: z.string().nullable(),
  hasCompletedDashboardTour: z.boolean(),
  hasCompletedOnboarding: z.boolean(),
  /** The unit that new scenes begin with. */
  unit: z.enum(UNITS),
  /** Default mail language for people who have not chosen one. */
  locale: z.string(),
};

export const accountDetail = resource('AccountDetail', detail);
export type AccountDetail = z.output<typeof accountDetail>;

export const account = resource('Account', {
  detail: z.object({ '@id': iri, ...detail }),
  owner: userRef,
  /** The first entries of each list. The totals count all entries, and each list has a collection route. */
  users: z.array(userRef),
  members: z.array(iri),
  billingInfo: iri.nullable(),
  paymentSources: z.array(iri),
  invoices: z.array(iri),
  projects: z.array(iri),
  isActive: z.boolean(),
  status: z.enum(['active', 'suspended']),
  /** Reason of an operator for the suspension; for the owner only. */
  suspensionReason: z.string().nullable(),
  subscriptionStatus: z.union([z.literal(1), z.literal(3), z.literal(6)]),
  subscriptionType: z.string(),
  subscriptionTypeDescription: z.string(),
  subscriptionModel: z.enum(['scene', 'storage']),
  subscriptionNeedsSync: z.boolean(),
  planPrice: planPrice.nullable(),
  expirationDate: time.nullable(),
  /**
   * Date on which a plan with a failed renewal becomes Free unless it is paid before; null while no renewal
   * has failed.
   */
  payBefore: time.nullable(),
  storage: z.object({ used: bytes, available: bytes }),
  features: planFeatures
    .pick({ maxScenes: true, customWatermark: true, analytics: true })
    .extend({ customWatermark: z.union([z.boolean(), iri]) }),
  totalMembers: z.number().int(),
  totalInvoices: z.number().int(),
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
    route: 'GET /api/accounts/{id}',
    summary: 'Returns a workspace with its plan, quotas and counts.',
    response: account,
    errors: ['request.not-found'],
  },
  createAccount: {
    route: 'POST /api/accounts',
    summary: "Creates another workspace, up to the limit of the user's best plan.",
    status: 201,
    body: z.object({ name: line(80) }),
    response: account,
    errors: ['workspaces.limit'],
  },
  updateAccount: {
    route: 'PATCH /api/accounts/{id}',
    summary:
      'Updates the watermark and tags of a workspace. Operators suspend it with `isActive` and a `reason` for its owner.',
    body: z.object({
      features: z.object({ customWatermark: ref.nullable().optional() }).optional(),
      tags: z.array(line(40)).max(500).optional(),
      isActive: z.boolean().optional(),
      /** Counts with `isActive: false` only. */
      reason: lines(MAX_SUSPENSION_REASON).optional(),
    }),
    response: account,
    errors: ['request.not-found', 'security.not-allowed', 'security.account.suspended', 'tag.exists'],
  },
  unsubscribeAccount: {
    route: 'PATCH /api/accounts/unsubscribe/{id}',
    summary: 'Cancels the plan at the end of the paid period. Owner only.',
    response: account,
    errors: ['request.not-found', 'request.conflict', 'security.not-allowed', 'security.account.suspended'],
  },
  reactivateAccount: {
    route: 'PATCH /api/accounts/reactivate/{id}',
    summary: 'Undoes a cancellation while the plan is active. Owner only.',
    response: account,
    errors: ['request.not-found', 'request.conflict', 'security.not-allowed', 'security.account.suspended'],
  },
  deleteAccount: {
    route: 'DELETE /api/accounts/{id}',
    summary: "Deletes a workspace and its contents. A user's last workspace is deleted with their account.",
    status: 204,
    errors: ['request.not-found', 'security.not-allowed'],
  },
  updateAccountDetail: {
    route: 'PATCH /api/account-details/{id}',
    summary: 'Updates the name, logo and industry of a workspace.',
    body: z.object({
      accountName: line(80).optional(),
      industry: line(80).nullable().optional(),
      logo: ref.nullable().optional(),
      hasCompletedDashboardTour: z.boolean().optional(),
      hasCompletedOnboarding: z.boolean().optional(),
      unit: z.enum(UNITS).optional(),
      locale: z.string().max(35).optional(),
    }),
    response: accountDetail,
    errors: ['request.not-found', 'security.not-allowed', 'security.account.suspended', 'locale.unsupported'],
  },
  getAccountDetail: {
    route: 'GET /api/account-details/{id}',
    summary: 'Returns the name, logo and industry of a workspace.',
    response: accountDetail,
    errors: ['request.not-found', 'security.not-allowed', 'security.account.suspended'],
  },
});
