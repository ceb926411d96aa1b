import type { Knex } from '../db/knex.ts';

/** Owner of a workspace as the recipient of its mails. */
export type BillingOwner = {
  email: string;
  locale: string;
  timezone: string | null;
  /** Name of the workspace; null for an unconfirmed address, whose mails contain no names. */
  nameInMail: string | null;
  plan: string;
  planPrice: string | null;
  expiresAt: string | null;
  renewTries: number;
  renewAt: string | null;
};

/** The owner of a workspace, who receives its mails; null for a deleted workspace. */
export async function findBillingOwner(db: Knex, accountId: string): Promise<BillingOwner | null> {
  const { rows } = await db.raw<{ rows: BillingOwner[] }>(
    `select u.email, u.locale, u.timezone, case when u.email_confirmed_at is null then null else a.name end as "nameInMail",
       a.plan, a.plan_price as "planPrice", a.plan_expires_at as "expiresAt", a.renew_tries as "renewTries",
       a.renew_at as "renewAt"
     from accounts a join users u on u.id = a.owner_id where a.id = ? and u.deleted_at is null`,
    [accountId],
  );
  return rows[0] ?? null;
}
