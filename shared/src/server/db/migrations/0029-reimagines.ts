import type { Migration } from '../migrate.ts';
import { keepObjects } from './0018-edges.ts';

/** Generated variations of scenes' pictures, and their results. */
export const reimagines: Migration = {
  name: '0029-reimagines',
  up: async (trx) => {
    await trx.raw(`
      create table reimagines (
        id uuid primary key,
        composition_id uuid not null references compositions on delete cascade,
        account_id uuid not null references accounts on delete cascade,
        created_by uuid references users on delete set null,
        prompt text not null,
        style text,
        strength real not null,
        count smallint not null,
        status text not null default 'queued',
        image_object uuid references objects (id) on delete set null,
        candidate_objects uuid[] not null default '{}',
        error_code text,
        fence int not null default 0,
        created_at timestamptz not null default now(),
        updated_at timestamptz not null default now()
      );
      create index reimagines_composition on reimagines (composition_id, created_at);
      create index reimagines_account on reimagines (account_id, created_at);
      create index reimagines_created_by on reimagines (created_by);
      create index reimagines_image on reimagines (image_object) where image_object is not null;`);
    await trx.raw(
      keepObjects({ table: 'reimagines', columns: ['image_object'], lists: ['candidate_objects'] }),
    );
  },
};
