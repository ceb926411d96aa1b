import type { Migration } from '../migrate.ts';

/** Id of the resumable upload of an asset, so that finishing it twice creates one asset. */
export const resumableUploads: Migration = {
  name: '0006-resumable-uploads',
  up: async (trx) => {
    await trx.raw('alter table assets add column upload_id text unique');
  },
};
