import { describe, expect, it } from 'vitest';
import { GB, MB, PLAN_NAMES, PLANS } from '../plans.ts';
import { earnedStorage, evaluateQuota, isStorageWarning, storageQuota } from './quota.ts';

describe('quotas', () => {
  it('earns 250 MB a joined referral, up to 4 GB exactly', () => {
    expect([0, 1, 15, 16, 17, 400].map(earnedStorage)).toEqual([
      0,
      250 * MB,
      3_750 * MB,
      4 * GB,
      4 * GB,
      4 * GB,
    ]);
  });

  it('refuses the scene past the limit and not the last one within it', () => {
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

  it('counts earned storage before calling a workspace overflown', () => {
    expect(evaluateQuota('free', { scenes: 0, used: 2 * GB + 1, earned: 0 }).isOverflown).toBe(true);
    expect(evaluateQuota('free', { scenes: 0, used: 2 * GB + 1, earned: 250 * MB }).isOverflown).toBe(false);
    expect(storageQuota('free', 250 * MB)).toBe(2_250 * MB);
  });

  it('warns from nine tenths on', () => {
    expect(isStorageWarning(899, 1_000)).toBe(false);
    expect(isStorageWarning(900, 1_000)).toBe(true);
  });
});
