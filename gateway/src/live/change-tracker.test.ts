import { describe, expect, it } from 'vitest';
import { createChangeTracker } from './change-tracker.ts';

describe('changes that appear out of order', () => {
  it('stay missing until they arrive, regardless of their number', () => {
    const seen = createChangeTracker(10);
    seen.note([311], 0);
    expect(seen.missing()).toHaveLength(300);
    expect([seen.newest, seen.safe]).toEqual([311, 10]);
    seen.note(
      Array.from({ length: 300 }, (_, at) => 11 + at),
      1_000,
    );
    expect(seen.missing()).toEqual([]);
    expect(seen.safe).toBe(311);
  });

  it('are given up when no transaction can still commit them', () => {
    const seen = createChangeTracker(0);
    seen.note([3], 0);
    seen.note([5], 50_000);
    seen.note([6], 70_000);
    expect(seen.missing()).toEqual([4]);
    expect(seen.safe).toBe(3);
    seen.note([], 120_000);
    expect(seen.safe).toBe(6);
  });

  it('are tracked up to a limit', () => {
    const seen = createChangeTracker(0);
    seen.note([1_000_000], 0);
    expect(seen.missing().length).toBeLessThanOrEqual(10_000);
    expect(seen.newest).toBe(1_000_000);
  });
});
