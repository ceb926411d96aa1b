import type { Migration } from '../migrate.ts';

/** Names the resumable upload an asset came by, so that finishing it twice makes one asset. */
export const resumableUploads: Migration = {
  name: '0006-resumable-uploads',
  up: async (trx) => {
    await trx.raw('alter table assets add column upload_id text unique');
  },
};
