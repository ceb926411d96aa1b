import type { Migration } from '../migrate.ts';

/** Counts of exceeded limits by user or network; unlogged, since losing the counts in a crash is harmless. */
export const limitsMetTable: Migration = {
  name: '0073-limits-met',
  up: async (trx) => {
    await trx.raw(`
      create unlogged table limits_met (
        "limit" text not null,
        subject text not null check (subject in ('user', 'network')),
        holder text not null,
        count bigint not null,
        last_at timestamptz not null default now(),
        primary key ("limit", subject, holder)
      );
      create index limits_met_last_at on limits_met (last_at);`);
  },
};
