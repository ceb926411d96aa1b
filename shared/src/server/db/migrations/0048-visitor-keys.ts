import type { Migration } from '../migrate.ts';

/**
 * Visitors of a public link may send a key, too, which is one of the scene. It refers to no scene: whoever names one that
 * is not there is told so by the route, after the key is taken.
 */
export const visitorKeys: Migration = {
  name: '0048-visitor-keys',
  up: async (trx) => {
    await trx.raw(`
      create unique index idempotency_keys_user on idempotency_keys (user_id, route, key);
      alter table idempotency_keys
        drop constraint idempotency_keys_pkey,
        alter column user_id drop not null,
        add column composition_id uuid,
        add constraint idempotency_keys_holder check (num_nonnulls(user_id, composition_id) = 1);
      create unique index idempotency_keys_composition on idempotency_keys (composition_id, route, key);
    `);
  },
};
