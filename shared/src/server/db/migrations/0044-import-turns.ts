import type { Migration } from '../migrate.ts';

/** Turn of an import, so that its position in the queue can be shown. */
export const importTurns: Migration = {
  name: '0044-import-turns',
  up: async (trx) => {
    await trx.raw('alter table assets add column turn integer not null default 0');
  },
};
