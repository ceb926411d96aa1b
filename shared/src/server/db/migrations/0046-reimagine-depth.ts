import type { Migration } from '../migrate.ts';
import { keepObjects } from './0018-edges.ts';

/** Depth image of a reimagined view, for providers that accept one. */
export const reimagineDepth: Migration = {
  name: '0046-reimagine-depth',
  up: async (trx) => {
    await trx.raw(`
      alter table reimagines add column depth_object uuid references objects (id) on delete set null;
      create index reimagines_depth on reimagines (depth_object) where depth_object is not null;
      drop trigger reimagines_hold_objects on reimagines;
      drop function reimagines_hold_objects;`);
    await trx.raw(
      keepObjects({
        table: 'reimagines',
        columns: ['image_object', 'depth_object'],
        lists: ['candidate_objects'],
      }),
    );
  },
};
