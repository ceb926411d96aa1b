import type { Migration } from '../migrate.ts';

/**
 * AR placement of an output's USDZ, so that a changed setting counts as unpublished. Older outputs have no
 * value, and count as up to date.
 */
export const outputPlacement: Migration = {
  name: '0051-output-placement',
  up: async (trx) => {
    await trx.raw(`
      alter table scene_outputs
        add column ar_placement text check (ar_placement in ('floor', 'wall'));
    `);
  },
};
