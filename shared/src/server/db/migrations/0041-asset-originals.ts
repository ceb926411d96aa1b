import type { Migration } from '../migrate.ts';

/** Models that are shown as they came: what was asked for last, and what is shown now. They differ while it is made. */
export const assetOriginals: Migration = {
  name: '0041-asset-originals',
  up: async (trx) => {
    await trx.raw(`
      alter table assets
        add column wants_original boolean not null default false,
        add column shows_original boolean not null default false`);
  },
};
