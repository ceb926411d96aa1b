import type { LimitName } from '@diorama/shared/contract/define.ts';
import { CodedError } from '@diorama/shared/contract/errors.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { Redis } from 'ioredis';
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

/** How often, in how many seconds. What counts as one caller is the route's to say. */
const LIMITS: Record<Exclude<LimitName, 'general'>, { points: number; seconds: number }> = {
  'sign-in': { points: 10, seconds: MINUTE_S },
  'sign-up': { points: 60, seconds: MINUTE_S },
  reset: { points: 5, seconds: MINUTE_S },
  unlock: { points: 10, seconds: MINUTE_S },
  invitations: { points: 100, seconds: DAY_S },
  uploads: { points: 120, seconds: MINUTE_S },
  orders: { points: 30, seconds: MINUTE_S },
  support: { points: 10, seconds: HOUR_S },
};
const GENERAL = { points: 3_000, seconds: MINUTE_S };

/** Counts what callers do and refuses what is too much. */
export interface RateLimits {
  /**
   * Counts one call.
   * @throws CodedError `request.too-many` with `Retry-After`; for invitations `invitation.limit`.
   */
  consume(name: LimitName, key: string): Promise<void>;
  close(): Promise<void>;
}

/** The general limit is counted in this process, the others in the store that all gateways share. */
export function createRateLimits(options: { db: Knex; redisUrl: string | null; factor: number }): RateLimits {
  const { db, redisUrl, factor } = options;
  if (factor === 0) {
    return { consume: async () => undefined, close: async () => undefined };
  }
  const redis = redisUrl ? new Redis(redisUrl, { maxRetriesPerRequest: 1, enableOfflineQueue: false }) : null;
  // Without a listener a lost connection would end the process; each call notices by itself.
  redis?.on('error', () => undefined);
  const scaled = (points: number) => Math.max(1, Math.round(points * factor));
  const general = new RateLimiterMemory({ points: scaled(GENERAL.points), duration: GENERAL.seconds });

  const shared = (name: keyof typeof LIMITS): RateLimiterAbstract => {
    const { points, seconds } = LIMITS[name];
    const common = { points: scaled(points), duration: seconds, keyPrefix: name };
    // While the shared store is away, each process counts for itself.
    const insuranceLimiter = new RateLimiterMemory(common);
    return redis
      ? new RateLimiterRedis({ ...common, storeClient: redis, insuranceLimiter })
      : new RateLimiterPostgres({
          ...common,
          storeClient: db,
          storeType: 'knex',
          tableName: 'rate_limits',
          tableCreated: true,
          insuranceLimiter,
        });
  };
  const limiters: Record<LimitName, RateLimiterAbstract> = {
    general,
    'sign-in': shared('sign-in'),
    'sign-up': shared('sign-up'),
    reset: shared('reset'),
    unlock: shared('unlock'),
    invitations: shared('invitations'),
    uploads: shared('uploads'),
    orders: shared('orders'),
    support: shared('support'),
  };

  return {
    consume: async (name, key) => {
      try {
        await limiters[name].consume(key.slice(0, 200));
      } catch (refusal) {
        if (!(refusal instanceof RateLimiterRes)) {
          throw refusal;
        }
        throw tooMany(name, refusal.msBeforeNext);
      }
    },
    close: async () => {
      redis?.disconnect();
    },
  };
}

function tooMany(name: LimitName, waitMs: number): CodedError {
  return name === 'invitations'
    ? new CodedError('invitation.limit')
    : new CodedError('request.too-many', { headers: { 'Retry-After': String(Math.ceil(waitMs / 1_000)) } });
}
