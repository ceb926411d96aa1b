import type { Migration } from '../migrate.ts';

/**
 * By which rules a picture was imported, so that those of before can be imported again, and for the how manieth time a file
 * is imported, so that what an earlier time left behind changes nothing any more.
 */
export const importRules: Migration = {
  name: '0063-import-rules',
  up: async (trx) => {
    await trx.raw(`
      alter table assets add column import_rules smallint not null default 0,
        add column import_round integer not null default 0;
      create index assets_old_pictures on assets (id)
        where import_rules < 1 and status = 'ready' and deleted_at is null and main_object = original_object;`);
  },
};
