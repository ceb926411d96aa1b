import { expect, it } from 'vitest';
import { TokenBucket, TokenBuckets } from './token-bucket.ts';

const LIMIT = { capacity: 3, perSecond: 2 };

it('a token bucket allows a burst, then the refill rate', () => {
  const bucket = new TokenBucket(LIMIT, 0);
  expect([0, 0, 0, 0].map((now) => bucket.take(now))).toEqual([true, true, true, false]);
  expect([499, 500, 500].map((now) => bucket.take(now))).toEqual([false, true, false]);
  // However long nothing happens, no more than a burst is there.
  expect([60_000, 60_000, 60_000, 60_000].map((now) => bucket.take(now))).toEqual([true, true, true, false]);
});

it('a token bucket takes nothing when too few tokens are left', () => {
  const bucket = new TokenBucket(LIMIT, 0);
  expect([4, 3, 1].map((tokens) => bucket.take(0, tokens))).toEqual([false, true, false]);
});

it('a token bucket returns how long a debt lasts and whether it is full', () => {
  const bucket = new TokenBucket(LIMIT, 0);
  expect([bucket.spend(0, 3), bucket.spend(0, 4)]).toEqual([0, 2_000]);
  expect([bucket.isFull(3_499), bucket.isFull(3_500)]).toEqual([false, true]);
});

it('token buckets are kept per key until they are full again', () => {
  const buckets = new TokenBuckets(LIMIT);
  buckets.of('a', 1).spend(1, 3);
  buckets.of('__proto__', 1).spend(1, 1);
  expect([buckets.of('a', 1).left(1), buckets.of('__proto__', 1).left(1)]).toEqual([0, 2]);
  const kept = buckets.of('a', 1);
  kept.spend(1, 1_000);
  buckets.of('b', 61_000);
  expect(buckets.of('a', 61_000)).toBe(kept);
  expect(buckets.of('__proto__', 61_000).left(61_000)).toBe(3);
});
