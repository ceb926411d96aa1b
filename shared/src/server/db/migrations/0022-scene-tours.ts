import type { Migration } from '../migrate.ts';

/** A scene tells its annotations in the order of its tour without its document being read; written when that is merged. */
export const sceneTours: Migration = {
  name: '0022-scene-tours',
  up: async (trx) => {
    await trx.raw("alter table compositions add column tour text[] not null default '{}'");
  },
};
