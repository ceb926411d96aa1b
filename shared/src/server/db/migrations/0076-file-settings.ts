import type { Migration } from '../migrate.ts';

/**
 * Settings of sharing that an output's files were made with, so that a changed one counts as unpublished. They replace
 * `ar_placement`, which the release before still writes. Older outputs have none, and count as up to date.
 */
export const fileSettings: Migration = {
  name: '0076-file-settings',
  up: async (trx) => {
    await trx.raw(`
      alter table scene_outputs add column file_settings jsonb;
      update scene_outputs set file_settings = jsonb_build_object('arPlacement', ar_placement)
        where ar_placement is not null;
    `);
  },
};
