import type { Migration } from '../migrate.ts';

/** Visitors of a public link may comment; only the name that they enter is stored. */
export const visitorComments: Migration = {
  name: '0042-visitor-comments',
  up: async (trx) => {
    await trx.raw(`
      alter table comments add column visitor_name text;
      create index comments_visitors on comments (composition_id, created_at) where visitor_name is not null;
    `);
  },
};
