import type { Migration } from '../migrate.ts';

/** Index of textures by age, for deleting those that no material uses. */
export const unusedMaps: Migration = {
  name: '0058-unused-maps',
  up: async (trx) => {
    await trx.raw(
      `create index assets_of_materials on assets (created_at) where upload_type = 'material' and deleted_at is null`,
    );
  },
};
