import { PLANS, type PlanName, REFERRAL_BONUS, REFERRAL_CAP, STORAGE_WARNING_RATIO } from '../plans.ts';

/** Storage earned by joined referrals, in bytes. */
export function earnedStorage(joined: number): number {
  return Math.min(joined * REFERRAL_BONUS, REFERRAL_CAP);
}

/** Total storage quota of a workspace, in bytes. */
export function storageQuota(plan: PlanName, earned: number): number {
  return PLANS[plan].features.storage + earned;
}

/** Used share of a quota, 0 to 1. */
export function usedShare(used: number, available: number): number {
  return available <= 0 ? 1 : Math.min(used / available, 1);
}

/** Whether users see a warning about low storage. */
export function isStorageWarning(used: number, available: number): boolean {
  return available > 0 && used / available >= STORAGE_WARNING_RATIO;
}

/**
 * Checks a workspace against the limits of its plan.
 * @param usage - scenes that count (not those in the trash) and bytes in use
 */
export function evaluateQuota(
  plan: PlanName,
  usage: { scenes: number; used: number; earned: number },
): { canCreateScene: boolean; isOverflown: boolean } {
  const { maxScenes } = PLANS[plan].features;
  const isOverflown = usage.used > storageQuota(plan, usage.earned) || usage.scenes > maxScenes;
  return { canCreateScene: usage.scenes < maxScenes, isOverflown };
}

/** Whether scenes or storage limit a plan first, with models of about 20 MB per scene. */
export function subscriptionModel(plan: PlanName): 'scene' | 'storage' {
  return plan === 'free' || plan === 'starter' ? 'scene' : 'storage';
}

/** Storage notice level in mails to the owner: none, from 90 % on, full. */
export type StorageNotice = 0 | 1 | 2;

/** Storage notice level of a workspace. */
export function storageNotice(used: number, available: number): StorageNotice {
  if (available > 0 && used >= available) {
    return 2;
  }
  return isStorageWarning(used, available) ? 1 : 0;
}
