import { PLANS, type PlanName, REFERRAL_BONUS, REFERRAL_CAP, STORAGE_WARNING_RATIO } from '../plans.ts';

/** Bytes that joined referrals have earned. */
export function earnedStorage(joined: number): number {
  return Math.min(joined * REFERRAL_BONUS, REFERRAL_CAP);
}

/** The whole storage quota of a workspace, in bytes. */
export function storageQuota(plan: PlanName, earned: number): number {
  return PLANS[plan].features.storage + earned;
}

/** How much of a quota is in use, 0 to 1. */
export function usedShare(used: number, available: number): number {
  return available <= 0 ? 1 : Math.min(used / available, 1);
}

/** Whether people are warned that storage runs out. */
export function isStorageWarning(used: number, available: number): boolean {
  return available > 0 && used / available >= STORAGE_WARNING_RATIO;
}

/**
 * Judges a workspace by its plan.
 * @param usage - scenes that count (not those in the trash) and bytes in use
 */
export function judgeQuota(
  plan: PlanName,
  usage: { scenes: number; used: number; earned: number },
): { canCreateScene: boolean; isOverflown: boolean } {
  const { maxScenes } = PLANS[plan].features;
  const isOverflown = usage.used > storageQuota(plan, usage.earned) || usage.scenes > maxScenes;
  return { canCreateScene: usage.scenes < maxScenes, isOverflown };
}

/** Whether a plan's limits bind by scenes or by storage first, for a model of some 20 MB a scene. */
export function subscriptionModel(plan: PlanName): 'scene' | 'storage' {
  return plan === 'free' || plan === 'starter' ? 'scene' : 'storage';
}

/** How near to its quota a workspace is, as its owner is told by mail: not at all, from 90 % on, full. */
export type StorageNotice = 0 | 1 | 2;

/** What the owner of a workspace should know of its storage. */
export function storageNotice(used: number, available: number): StorageNotice {
  if (available > 0 && used >= available) {
    return 2;
  }
  return isStorageWarning(used, available) ? 1 : 0;
}
