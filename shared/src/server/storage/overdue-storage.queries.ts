import { OVERDUE_MONTHS } from '../../domain/overdue-storage.ts';
import { earnedStorage, storageQuota } from '../../domain/quota.ts';
import { formatBytes, formatDate } from '../../i18n/format.ts';
import { chooseLanguage } from '../../i18n/t.ts';
import { PLANS, REFERRAL_BONUS, REFERRAL_CAP } from '../../plans.ts';
import type { Knex } from '../db/knex.ts';
import { readQuery } from '../db/read-query.ts';
import { requestEmail } from '../delivery/emails.ts';

const BATCH = 100;
/** Time between the first notice to an owner and the second, after which files may be deleted. */
const NOTICE = `interval '${OVERDUE_MONTHS[1] - OVERDUE_MONTHS[0]} months'`;

/** Condition for a free workspace `a` that exceeds its plan's storage. */
const OVER = `a.plan = 'free' and a.overflown_since is not null and a.storage_used > ${PLANS.free.features.storage}
  + least(a.referral_joined::bigint * ${REFERRAL_BONUS}, ${REFERRAL_CAP})`;

type Overdue = {
  id: string;
  /** Null for an unconfirmed address, which may belong to another person. */
  name: string | null;
  storage_used: number;
  referral_joined: number;
  overdue_notices: number;
  due_at: string;
  email: string;
  locale: string;
};

/**
 * Mails the owners of free workspaces that have exceeded their plan for 11 months, and again after 12, but
 * never sooner than a month after the first notice. Freeing storage in between restarts the year.
 * @param page - URL of the storage page with the placeholders `{lang}` and `{account}`
 * @returns whether there may be more.
 */
export async function notifyOverdue(trx: Knex, page: string): Promise<boolean> {
  await trx.raw(
    `update accounts a set overdue_notices = 0, overdue_told_at = null
     where overdue_notices > 0 and (not (${OVER}) or a.overflown_since > now() - interval '${OVERDUE_MONTHS[0]} months')`,
  );
  const { rows } = await trx.raw<{ rows: Overdue[] }>(
    `with due as (
       select a.id from accounts a where ${OVER} and (
         (a.overdue_notices = 0 and a.overflown_since < now() - interval '${OVERDUE_MONTHS[0]} months')
         or (a.overdue_notices = 1 and a.overflown_since < now() - interval '${OVERDUE_MONTHS[1]} months'
           and a.overdue_told_at <= now() - ${NOTICE}))
       order by a.overflown_since limit ${BATCH} for no key update skip locked)
     update accounts a set overdue_notices = a.overdue_notices + 1, overdue_told_at = now() from due, users u
     where due.id = a.id and u.id = a.owner_id
     returning a.id, case when u.email_confirmed_at is not null then a.name end as name, a.storage_used,
       a.referral_joined, a.overdue_notices, u.email, u.locale,
       case when a.overdue_notices = 1
         then greatest(a.overflown_since + interval '${OVERDUE_MONTHS[1]} months', now() + ${NOTICE})
         else a.overflown_since + interval '${OVERDUE_MONTHS[1]} months' end as due_at`,
  );
  for (const row of rows) {
    const language = chooseLanguage([row.locale]);
    await requestEmail(trx, {
      to: row.email,
      template: 'storage-overdue',
      locale: row.locale,
      props: {
        workspace: row.name,
        used: formatBytes(language, row.storage_used),
        available: formatBytes(language, storageQuota('free', earnedStorage(row.referral_joined))),
        date: formatDate(language, row.due_at),
        isOver: row.overdue_notices === OVERDUE_MONTHS.length,
        url: page.replace('{lang}', language).replace('{account}', row.id),
      },
    });
  }
  return rows.length === BATCH;
}

/** A workspace that still exceeds its plan after two notices. */
export type OverdueAccountRow = {
  id: string;
  name: string;
  owner_email: string;
  overflown_since: string;
  storage_used: number;
  referral_joined: number;
};

/** Page size for overdue workspaces. */
export const OVERDUE_BATCH = 50;

/**
 * Workspaces with files that may be deleted, the longest overdue first. `id` selects one; `after` starts
 * behind one, or at the beginning if that one is not overdue any more.
 */
export function listOverdueAccounts(
  db: Knex,
  { id = null, after = null }: { id?: string | null; after?: string | null },
): Promise<OverdueAccountRow[]> {
  return readQuery<OverdueAccountRow>(
    db,
    'accounts-overdue',
    `select a.id, a.name, u.email as owner_email, a.overflown_since, a.storage_used, a.referral_joined
     from accounts a join users u on u.id = a.owner_id
     where ${OVER} and a.overdue_notices = ${OVERDUE_MONTHS.length} and u.deleted_at is null
       and a.overflown_since < now() - interval '${OVERDUE_MONTHS[1]} months' and ($1::uuid is null or a.id = $1)
       and coalesce((a.overflown_since, a.id) > (select o.overflown_since, o.id from accounts o where o.id = $2::uuid), true)
     order by a.overflown_since, a.id limit ${OVERDUE_BATCH}`,
    [id, after],
  );
}
