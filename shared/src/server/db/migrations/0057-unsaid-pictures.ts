import type { Migration } from '../migrate.ts';

/** Index of comment pictures by age, for deleting those that no comment uses. */
export const unsaidPictures: Migration = {
  name: '0057-unsaid-pictures',
  up: async (trx) => {
    await trx.raw(
      `create index assets_of_comments on assets (created_at) where upload_type = 'comment' and deleted_at is null`,
    );
  },
};
