import type { Migration } from '../migrate.ts';

/** Rejected refunds wait for an operator, and owners receive a warning before their card expires. */
export const heldPayments: Migration = {
  name: '0036-held-payments',
  up: async (trx) => {
    await trx.raw(`
      alter table orders add column refund_refused_at timestamptz;

      alter table payment_sources add column expires_at timestamptz;
      alter table payment_sources add column expiry_told_at timestamptz;
      update payment_sources set expires_at = make_timestamptz(
          (info->>'expYear')::int + case when (info->>'expYear')::int < 100 then 2000 else 0 end,
          (info->>'expMonth')::int, 1, 0, 0, 0, 'UTC') + interval '1 month'
        where info->>'expMonth' ~ '^([1-9]|1[0-2])$' and info->>'expYear' ~ '^([0-9]{2}|2[0-9]{3})$';
      create index payment_sources_expiring on payment_sources (expires_at) where is_default and expiry_told_at is null;
    `);
  },
};
