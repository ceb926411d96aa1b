import { isIP } from 'node:net';
import type { LimitName } from '@diorama/shared/contract/define.ts';
import { CodedError } from '@diorama/shared/contract/errors.ts';
import { isUuid } from '@diorama/shared/domain/uuid.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import type { LimitMet } from '@diorama/shared/server/operations/limits-met.queries.ts';
import { Redis } from 'ioredis';
import {
  RateLimiterMemory,
  RateLimiterPostgres,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible';
import type { LimitsMet } from '../limits/limits-met.ts';
import { networkOf } from './client-address.ts';

/** Counts of gateways are added up this often: so long a caller of several gateways may go past a limit. */
const SHARE_MS = 500;

const MINUTE_S = 60;
const HOUR_S = 60 * MINUTE_S;
const DAY_S = 24 * HOUR_S;

/**
 * Limits per `seconds`: `points` per key that the route counts, `network` per client network over all keys.
 * One address may serve a whole office, so that number is the larger one.
 */
const LIMITS: Record<LimitName, { points: number; network: number; seconds: number }> = {
  general: { points: 3_000, network: 30_000, seconds: MINUTE_S },
  'sign-in': { points: 10, network: 60, seconds: MINUTE_S },
  'sign-up': { points: 60, network: 60, seconds: MINUTE_S },
  reset: { points: 5, network: 30, seconds: MINUTE_S },
  unlock: { points: 10, network: 60, seconds: MINUTE_S },
  // Visitors are identified by their address only.
  visits: { points: 3_000, network: 3_000, seconds: MINUTE_S },
  // New combinations of choices, each of which is a job. A person tries few, a script would try all.
  'option-files': { points: 30, network: 60, seconds: MINUTE_S },
  // Enough for a human, not for a machine.
  'visitor-comments': { points: 6, network: 20, seconds: MINUTE_S },
  // Per scene and network, so that no client uses up the limit of all others.
  'visitor-comments-a-day': { points: 50, network: 500, seconds: DAY_S },
  // Every open page looks six times a minute, and there may be many behind one address.
  'visitor-comment-lists': { points: 300, network: 300, seconds: MINUTE_S },
  invitations: { points: 100, network: 500, seconds: DAY_S },
  'stranger-mails': { points: 10, network: 500, seconds: DAY_S },
  uploads: { points: 120, network: 1_200, seconds: MINUTE_S },
  orders: { points: 30, network: 300, seconds: MINUTE_S },
  // Prevents guessing of codes.
  discounts: { points: 30, network: 120, seconds: MINUTE_S },
  qrs: { points: 60, network: 600, seconds: MINUTE_S },
  support: { points: 10, network: 30, seconds: HOUR_S },
  // In kilobytes, of documents above 100 kB; a school that opens a scene of 10 MB at once takes 2 GB.
  'document-bytes': { points: 300_000, network: 5_000_000, seconds: MINUTE_S },
  // In millionths of a workspace's quota: deleted files leave the quota at once, and the disk a day later.
  'stored-bytes': { points: 4_000_000, network: 4_000_000, seconds: DAY_S },
};

/** Limits of calls that are too frequent for one request each to a shared store. */
const OF_PROCESS: ReadonlySet<LimitName> = new Set(['general', 'visits', 'visitor-comment-lists']);

/** Counts calls and rejects those beyond a limit. */
export interface RateLimits {
  /**
   * Counts one call, or `points`, by caller or by a named key.
   * @throws CodedError `request.too-many` with `Retry-After`; for invitations and mails to strangers
   * `invitation.limit`, for stored bytes `upload.limit`.
   */
  consume(name: LimitName, key: string, points?: number): Promise<void>;
  /**
   * Counts one call by client network, which a caller cannot choose; the same errors.
   * @param address as `clientAddress` found it; of IPv6 the whole /64 is one network.
   */
  consumeFrom(name: LimitName, address: string, points?: number): Promise<void>;
  close(): Promise<void>;
}

/** Each process counts for itself while Redis does not answer. */
const REDIS_WITHIN_MS = 1_000;

type Limiter = { consume(key: string, points?: number): Promise<unknown> };

/**
 * Counts limits over all gateways, in Redis or PostgreSQL. Frequent calls are counted in memory; with Redis, which a product
 * with several gateways has, the gateways add their counts up.
 */
export function createRateLimits(options: {
  db: Knex;
  redisUrl: string | null;
  factor: number;
  limitsMet: Pick<LimitsMet, 'record'>;
}): RateLimits {
  const { db, redisUrl, factor, limitsMet } = options;
  if (factor === 0) {
    const nothing = async () => undefined;
    return { consume: nothing, consumeFrom: nothing, close: nothing };
  }
  const redis = redisUrl
    ? new Redis(redisUrl, {
        maxRetriesPerRequest: 1,
        enableOfflineQueue: false,
        commandTimeout: REDIS_WITHIN_MS,
      })
    : null;
  // Without a listener a lost connection would end the process; each call notices by itself.
  redis?.on('error', () => undefined);

  const windows: SharedWindows[] = [];
  const limiter = (name: LimitName, part: 'points' | 'network'): Limiter => {
    const common = {
      points: Math.max(1, Math.round(LIMITS[name][part] * factor)),
      duration: LIMITS[name].seconds,
      keyPrefix: part === 'points' ? name : `${name} from`,
    };
    if (OF_PROCESS.has(name) && redis) {
      const { points, duration, keyPrefix: prefix } = common;
      const shared = new SharedWindows({ redis, prefix, points, durationMs: duration * 1_000 });
      windows.push(shared);
      return shared;
    }
    const ofProcess = new RateLimiterMemory(common);
    if (OF_PROCESS.has(name)) {
      return ofProcess;
    }
    // While the shared store is away, each process counts for itself.
    return redis
      ? new RateLimiterRedis({ ...common, storeClient: redis, insuranceLimiter: ofProcess })
      : new RateLimiterPostgres({
          ...common,
          storeClient: db,
          storeType: 'knex',
          tableName: 'rate_limits',
          tableCreated: true,
          insuranceLimiter: ofProcess,
        });
  };
  const names = Object.keys(LIMITS) as LimitName[];
  const limiters = {
    points: new Map(names.map((name) => [name, limiter(name, 'points')])),
    network: new Map(names.map((name) => [name, limiter(name, 'network')])),
  };

  const count = async (part: 'points' | 'network', name: LimitName, { key, points = 1 }: Counted) => {
    try {
      await limiters[part].get(name)?.consume(key.slice(0, 200), points);
    } catch (refusal) {
      if (!(refusal instanceof RateLimiterRes)) {
        throw refusal;
      }
      limitsMet.record({ limit: name, ...holderOf(part, key) });
      throw tooMany(name, refusal.msBeforeNext);
    }
  };
  return {
    consume: (name, key, points) => count('points', name, { key, points }),
    consumeFrom: (name, address, points) => count('network', name, { key: networkOf(address), points }),
    close: async () => {
      for (const shared of windows) {
        shared.close();
      }
      redis?.disconnect();
    },
  };
}

type Counted = { key: string; points?: number | undefined };

/**
 * The user or network that met a limit. Other keys, such as a name and an address, may contain any
 * user input.
 */
function holderOf(part: 'points' | 'network', key: string): Pick<LimitMet, 'subject' | 'holder'> {
  return part === 'points' && isUuid(key)
    ? { subject: 'user', holder: key }
    : { subject: 'network', holder: part === 'network' || isIP(key) !== 0 ? networkOf(key) : 'other' };
}

function tooMany(name: LimitName, waitMs: number): CodedError {
  if (name === 'stranger-mails') {
    return new CodedError('invitation.limit', { title: 'invitation.limit.unconfirmed' });
  }
  if (name === 'stored-bytes') {
    return new CodedError('upload.limit');
  }
  return name === 'invitations'
    ? new CodedError('invitation.limit')
    : new CodedError('request.too-many', { headers: { 'Retry-After': String(Math.ceil(waitMs / 1_000)) } });
}

type Count = { window: number; own: number; total: number };

/**
 * Counts points in fixed windows over all gateways. Each gateway counts in its memory and adds its counts to those in Redis
 * twice a second, so that a call costs no message. While Redis is away each gateway counts for itself.
 */
export class SharedWindows {
  readonly #counts = new Map<string, Count>();
  readonly #options: { redis: Redis; prefix: string; points: number; durationMs: number };
  readonly #timer: NodeJS.Timeout;

  constructor(options: { redis: Redis; prefix: string; points: number; durationMs: number }) {
    this.#options = options;
    this.#timer = setInterval(() => {
      this.share().catch(() => undefined);
    }, SHARE_MS).unref();
  }

  /** @throws RateLimiterRes beyond the limit */
  async consume(key: string, points = 1): Promise<void> {
    const { durationMs, points: most } = this.#options;
    const now = Date.now();
    const window = Math.floor(now / durationMs);
    const known = this.#counts.get(key);
    const count = known?.window === window ? known : { window, own: 0, total: 0 };
    this.#counts.set(key, count);
    if (count.own + count.total + points > most) {
      throw new RateLimiterRes(0, (window + 1) * durationMs - now);
    }
    count.own += points;
  }

  /** Adds this gateway's counts to the shared ones, and reads those of all. */
  async share(): Promise<void> {
    const { redis, prefix, durationMs } = this.#options;
    const window = Math.floor(Date.now() / durationMs);
    const pipeline = redis.pipeline();
    const sent: { count: Count; own: number }[] = [];
    for (const [key, count] of this.#counts) {
      if (count.window < window) {
        this.#counts.delete(key);
      } else if (count.own > 0) {
        const name = `${prefix}:${key}:${window}`;
        pipeline.incrby(name, count.own).pexpire(name, durationMs * 2);
        sent.push({ count, own: count.own });
      }
    }
    const answers = sent.length > 0 ? await pipeline.exec() : null;
    sent.forEach(({ count, own }, at) => {
      const [error, total] = answers?.[at * 2] ?? [];
      if (!error && typeof total === 'number') {
        count.own -= own;
        count.total = total;
      }
    });
  }

  close(): void {
    clearInterval(this.#timer);
  }
}
