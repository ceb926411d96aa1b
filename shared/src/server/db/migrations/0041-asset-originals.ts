import type { Migration } from '../migrate.ts';

/**
 * Models in their original form: the requested form and the current one. They differ while the requested one
 * is processed.
 */
export const assetOriginals: Migration = {
  name: '0041-asset-originals',
  up: async (trx) => {
    await trx.raw(`
      alter table assets
        add column wants_original boolean not null default false,
        add column shows_original boolean not null default false`);
  },
};
