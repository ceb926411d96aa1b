import type { Migration } from '../migrate.ts';

/** Pictures that were sent for comments are found by their age, to let go of those that no comment came to show. */
export const unsaidPictures: Migration = {
  name: '0057-unsaid-pictures',
  up: async (trx) => {
    await trx.raw(
      `create index assets_of_comments on assets (created_at) where upload_type = 'comment' and deleted_at is null`,
    );
  },
};
