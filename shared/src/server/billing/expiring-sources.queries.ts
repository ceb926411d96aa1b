import type { Knex } from '../db/knex.ts';

/** A card that expires soon and that a renewal will be charged to. */
export type ExpiringSource = { accountId: string; last4: string; lastDay: Date; renewsAt: Date };

const BATCH = 500;
/** Days before the expiry at which owners are notified. */
const DAYS = 30;

/**
 * Default cards for renewals that expire soon, without a notification so far. Adding a new card is still
 * possible.
 */
export const EXPIRING_SOURCES = `select s.id from payment_sources s join accounts a on a.id = s.account_id
  where s.is_default and s.expiry_told_at is null and s.expires_at > now() and s.expires_at <= now() + interval '${DAYS} days'
    and a.is_active and a.renew_at is not null
  order by s.expires_at limit ${BATCH}`;

/** Takes the cards whose owners need a notification now, each once. */
export async function claimExpiringSources(trx: Knex): Promise<ExpiringSource[]> {
  const { rows } = await trx.raw<{
    rows: { account_id: string; last4: string | null; last_day: string; renew_at: string }[];
  }>(
    `update payment_sources s set expiry_told_at = now() from accounts a
     where a.id = s.account_id and s.id in (${EXPIRING_SOURCES} for no key update of s skip locked)
     returning s.account_id, s.info->>'last4' as last4, s.expires_at - interval '1 day' as last_day, a.renew_at`,
  );
  return rows.map((row) => ({
    accountId: row.account_id,
    last4: row.last4 ?? '–',
    lastDay: new Date(row.last_day),
    renewsAt: new Date(row.renew_at),
  }));
}
