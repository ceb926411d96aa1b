import type { Redis } from 'ioredis';
import { RateLimiterRes } from 'rate-limiter-flexible';

/** Counts of gateways are added up this often: so long a caller of several gateways may go past a limit. */
const SHARE_MS = 500;

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
