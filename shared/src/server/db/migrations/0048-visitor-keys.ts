import type { Migration } from '../migrate.ts';

/**
 * Idempotency keys of visitors, scoped to the scene. There is no foreign key: the route rejects an unknown
 * scene after the key is stored.
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
