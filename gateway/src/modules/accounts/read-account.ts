import type { Account } from '@diorama/shared/contract/accounts.ts';
import { earnedStorage, storageQuota, subscriptionModel } from '@diorama/shared/domain/quota.ts';
import { SUBSCRIPTION_STATUS } from '@diorama/shared/domain/subscription.ts';
import { findPlanPrice, PLANS } from '@diorama/shared/plans.ts';
import { authorizeAccount } from '@diorama/shared/policy/account.ts';
import {
  type AccountRow,
  findAccount,
  findAccountFacts,
} from '@diorama/shared/server/workspaces/accounts.queries.ts';
import type { Deps } from '../../deps.ts';
import type { Urls } from '../../web/urls.ts';
import { serializePlanPrice } from '../billing/serializer.ts';
import { serializeUserRef } from '../users/user-ref.ts';

/** A workspace as presented to its users; null for all others. */
export async function readAccount(
  deps: Pick<Deps, 'db' | 'clock'> & { urls: Urls },
  accountId: string,
  userId: string,
): Promise<Account | null> {
  const { db, urls, clock } = deps;
  const facts = await findAccountFacts(db, accountId, userId);
  const isVisible = authorizeAccount('read', facts ?? { role: null, isActive: true }).allowed;
  const row = isVisible ? await findAccount(db, accountId, userId) : null;
  if (!row) {
    return null;
  }
  const plan = PLANS[row.plan];
  const price = row.plan_price === null ? undefined : findPlanPrice(row.plan_price);
  const earned = earnedStorage(row.referral_joined);
  return {
    '@id': `/api/accounts/${row.id}`,
    '@type': 'Account',
    uuid: row.id,
    detail: { '@id': `/api/account-details/${row.id}`, ...serializeDetail(urls, row) },
    owner: serializeUserRef(urls, row.owner),
    users: row.users.map((user) => serializeUserRef(urls, user)),
    billingInfo: row.billing_info_id === null ? null : `/api/billing-infos/${row.billing_info_id}`,
    paymentSources: row.payment_source_ids.map((id) => `/api/payment-sources/${id}`),
    invoices: row.invoice_ids.map((id) => `/api/invoices/${id}`),
    members: row.member_ids.map((id) => `/api/members/${id}`),
    projects: row.project_ids.map((id) => `/api/projects/${id}`),
    isActive: row.is_active,
    status: row.is_active ? 'active' : 'suspended',
    suspensionReason: row.suspended_reason,
    subscriptionStatus: row.subscription_status,
    subscriptionType: row.plan,
    subscriptionTypeDescription: plan.displayName,
    subscriptionModel: subscriptionModel(row.plan),
    subscriptionNeedsSync: row.subscription_status === SUBSCRIPTION_STATUS.needsSync,
    planPrice: price
      ? serializePlanPrice(price, { now: clock.now(), promotion: null, renewsAt: row.plan_expires_at })
      : null,
    expirationDate: row.plan_expires_at,
    payBefore: row.pay_before,
    storage: { used: row.storage_used, available: storageQuota(row.plan, earned) },
    features: {
      maxScenes: plan.features.maxScenes,
      customWatermark:
        plan.features.customWatermark && row.watermark_asset !== null
          ? `/api/assets/${row.watermark_asset}`
          : plan.features.customWatermark,
      analytics: plan.features.analytics,
    },
    totalMembers: row.total_members,
    totalInvoices: row.total_invoices,
    totalProjects: row.total_projects,
    totalModels: row.total_models,
    totalScenes: row.total_scenes,
    totalSharedWithMeScenes: row.total_shared,
    compositionCount: row.total_scenes,
    tags: row.tags,
    referral: { joined: row.referral_joined, earned },
  };
}

/** A workspace's presentation. */
export function serializeDetail(urls: Urls, row: AccountRow) {
  return {
    name: row.name,
    industry: row.industry,
    logoUrl: urls.file(row.logo_object, 'logo.webp'),
    hasCompletedDashboardTour: row.has_completed_tour,
    hasCompletedOnboarding: row.has_completed_onboarding,
    unit: row.unit,
    locale: row.locale,
  };
}
