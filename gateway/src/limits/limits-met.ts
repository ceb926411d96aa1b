import type { Knex } from '@diorama/shared/server/db/knex.ts';
import {
  addLimitsMet,
  type LimitMet,
  pruneLimitsMet,
} from '@diorama/shared/server/operations/limits-met.queries.ts';
import type { Logger } from '@diorama/shared/server/runtime/logger.ts';
import { createLoop } from '@diorama/shared/server/runtime/loop.ts';
import { Counter, type Registry } from 'prom-client';

/** Entries of this time are written with one statement. */
const WRITE_MS = 2_000;
/** Distinct entries kept until the next write; further ones count in the metric alone. */
const MAX_WAITING = 2_000;

/** Records which user or network met which limit, for operators and as the metric `diorama_limits_met_total`. */
export interface LimitsMet {
  record(met: Pick<LimitMet, 'limit' | 'subject' | 'holder'>): void;
  /** Writes the waiting entries and ends. */
  close(): Promise<void>;
}

export function createLimitsMet(options: { db: Knex; logger: Logger; metrics: Registry }): LimitsMet {
  const { db, logger, metrics } = options;
  const counter = new Counter({
    name: 'diorama_limits_met_total',
    help: 'Calls, sockets and streams that met a limit',
    labelNames: ['limit'],
    registers: [metrics],
  });
  let waiting = new Map<string, LimitMet>();

  const write = async () => {
    if (waiting.size === 0) {
      return;
    }
    const batch = [...waiting.values()];
    waiting = new Map();
    await addLimitsMet(db, batch);
    await pruneLimitsMet(db);
  };
  const loop = createLoop({
    everyMs: WRITE_MS,
    run: write,
    onError: (err) => logger.warn({ reason: err.message }, 'reached limits could not be recorded'),
  });

  return {
    record: ({ limit, subject, holder }) => {
      counter.inc({ limit });
      const key = JSON.stringify([limit, subject, holder]);
      const count = (waiting.get(key)?.count ?? 0) + 1;
      if (count > 1 || waiting.size < MAX_WAITING) {
        waiting.set(key, { limit, subject, holder, count });
      }
    },
    close: async () => {
      await loop.close();
      await write().catch((err: unknown) =>
        logger.warn({ err }, 'last reached limits could not be recorded'),
      );
    },
  };
}
