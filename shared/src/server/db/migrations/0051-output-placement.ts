import type { Migration } from '../migrate.ts';

/**
 * An output says how its USDZ is placed in AR, so that another choice is seen to be unpublished. Those made before do not
 * say, and count as right.
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
