import type { Migration } from '../migrate.ts';

/** Pictures that were sent for materials are found by their age, to let go of those that no material came to show. */
export const unusedMaps: Migration = {
  name: '0058-unused-maps',
  up: async (trx) => {
    await trx.raw(
      `create index assets_of_materials on assets (created_at) where upload_type = 'material' and deleted_at is null`,
    );
  },
};
