import type { Migration } from '../migrate.ts';
import { keepObjects } from './0018-edges.ts';

/** Plain glTF of an output, for AR on Android. Older outputs have none. */
export const arFiles: Migration = {
  name: '0062-ar-files',
  up: async (trx) => {
    await trx.raw(`
      alter table scene_outputs add column ar_object uuid references objects (id) on delete set null;
      create index scene_outputs_ar on scene_outputs (ar_object) where ar_object is not null;
      drop trigger scene_outputs_hold_objects on scene_outputs;
      drop function scene_outputs_hold_objects;`);
    await trx.raw(
      keepObjects({
        table: 'scene_outputs',
        columns: [
          'source_object',
          'glb_object',
          'mobile_object',
          'ar_object',
          'usdz_object',
          'thumbnail_object',
        ],
        lists: ['carousel_objects', 'carousel_hd_objects'],
      }),
    );
  },
};
