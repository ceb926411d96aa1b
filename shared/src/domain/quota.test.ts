import { describe, expect, it } from 'vitest';
import { GB, MB, PLAN_NAMES, PLANS } from '../plans.ts';
import { earnedStorage, evaluateQuota, isStorageWarning, storageQuota } from './quota.ts';

describe('quotas', () => {
  it('grant 250 MB per joined referral, up to exactly 4 GB', () => {
    expect([0, 1, 15, 16, 17, 400].map(earnedStorage)).toEqual([
      0,
      250 * MB,
      3_750 * MB,
      4 * GB,
      4 * GB,
      4 * GB,
    ]);
  });

  it('reject a scene beyond the plan’s limit, allow the last one within it', () => {
    for (const plan of PLAN_NAMES) {
      const { maxScenes } = PLANS[plan].features;
      expect(evaluateQuota(plan, { scenes: maxScenes - 1, used: 0, earned: 0 }).canCreateScene).toBe(true);
      expect(evaluateQuota(plan, { scenes: maxScenes, used: 0, earned: 0 })).toEqual({
        canCreateScene: false,
        isOverflown: false,
      });
      expect(evaluateQuota(plan, { scenes: maxScenes + 1, used: 0, earned: 0 }).isOverflown).toBe(true);
    }
  });

  it('include earned storage when checking for overflow', () => {
    expect(evaluateQuota('free', { scenes: 0, used: 2 * GB + 1, earned: 0 }).isOverflown).toBe(true);
    expect(evaluateQuota('free', { scenes: 0, used: 2 * GB + 1, earned: 250 * MB }).isOverflown).toBe(false);
    expect(storageQuota('free', 250 * MB)).toBe(2_250 * MB);
  });

  it('warn from 90% of the storage on', () => {
    expect(isStorageWarning(899, 1_000)).toBe(false);
    expect(isStorageWarning(900, 1_000)).toBe(true);
  });
});
