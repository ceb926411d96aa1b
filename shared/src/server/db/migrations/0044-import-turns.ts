import type { Migration } from '../migrate.ts';

/** How far behind others an import waits, so that its place in the queue can be told. */
export const importTurns: Migration = {
  name: '0044-import-turns',
  up: async (trx) => {
    await trx.raw('alter table assets add column turn integer not null default 0');
  },
};
