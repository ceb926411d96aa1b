import type { Migration } from '../migrate.ts';
import { keepObjects } from './0018-edges.ts';

const HOLDERS = [
  { table: 'users', shown: 'avatar_object', wished: 'avatar_wished', index: 'users_avatar_wished' },
  { table: 'accounts', shown: 'logo_object', wished: 'logo_wished', index: 'accounts_logo_wished' },
] as const;

/** Pictures that were chosen and are still being imported, which are not what others are shown. */
export const wishedPictures: Migration = {
  name: '0064-wished-pictures',
  up: async (trx) => {
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
