import type { Migration } from '../migrate.ts';

/** Annotations of a scene in tour order, readable without its document; written when edits are merged. */
export const sceneTours: Migration = {
  name: '0022-scene-tours',
  up: async (trx) => {
    await trx.raw("alter table compositions add column tour text[] not null default '{}'");
  },
};
