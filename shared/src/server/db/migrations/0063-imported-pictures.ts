import type { Migration } from '../migrate.ts';
import { keepObjects } from './0018-edges.ts';

const HOLDERS = [
  { table: 'users', shown: 'avatar_object', wished: 'avatar_wished', index: 'users_avatar_wished' },
  { table: 'accounts', shown: 'logo_object', wished: 'logo_wished', index: 'accounts_logo_wished' },
] as const;

/**
 * Version of the rules by which a picture was imported, so that older ones can be reimported; number of the
 * import of a file, so that results of an earlier one are ignored; and selected pictures that are still being
 * imported, which others do not see yet.
 */
export const importedPictures: Migration = {
  name: '0063-imported-pictures',
  up: async (trx) => {
    await trx.raw(`
      alter table assets add column import_rules smallint not null default 0,
        add column import_round integer not null default 0;
      create index assets_old_pictures on assets (id)
        where import_rules < 1 and status = 'ready' and deleted_at is null and main_object = original_object;`);
    for (const { table, shown, wished, index } of HOLDERS) {
      await trx.raw(`
        alter table ${table} add column ${wished} uuid;
        create index ${index} on ${table} (${wished}) where ${wished} is not null;
        drop trigger ${table}_hold_objects on ${table};
        drop function ${table}_hold_objects;`);
      await trx.raw(keepObjects({ table, columns: [shown, wished], lists: [] }));
      await trx.raw(`
        update ${table} set ${wished} = ${shown}, ${shown} = null where exists (
          select 1 from assets s where s.original_object = ${shown} and s.main_object is null
            and s.status in ('uploaded', 'processing'));`);
    }
  },
};
