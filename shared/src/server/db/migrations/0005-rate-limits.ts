import type { Migration } from '../migrate.ts';

/**
 * Counters of the rate limits that all gateways share; unlogged, since losing them in a crash is harmless.
 */
export const rateLimitTables: Migration = {
  name: '0005-rate-limits',
  up: async (trx) => {
    await trx.raw(`
      create unlogged table rate_limits (
        key varchar(255) primary key,
        points integer not null default 0,
        expire bigint
      );
    `);
  },
};
