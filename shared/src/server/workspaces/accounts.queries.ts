import { GRACE_DAYS, SUBSCRIPTION_STATUS } from '../../domain/subscription.ts';
import type { PlanName } from '../../plans.ts';
import { isInGroupSql } from '../billing/order-row.ts';
import { hasFailedRenewal } from '../billing/subscription-row.queries.ts';
import { isOpenAccount } from '../db/conditions.ts';
import type { Knex } from '../db/knex.ts';
import { readQuery } from '../db/read-query.ts';
import { personJson, type UserRow } from '../people/person-json.ts';

/** A user's workspaces, in the order of joining. */
export type AccountRefRow = {
  id: string;
  name: string;
  /** Includes a logo that is still being imported for managers. */
  logo_object: string | null;
  role: 'owner' | 'admin' | 'guest';
  is_active: boolean;
  has_completed_onboarding: boolean;
};

/** Workspaces that a user owns or belongs to, the own one first; without closed ones. */
export function listAccountsOf(db: Knex, userId: string): Promise<AccountRefRow[]> {
  return readQuery<AccountRefRow>(
    db,
    'accounts-of-user',
    `select id, name, logo_object, role, is_active, has_completed_onboarding from (
       select a.id, a.name, coalesce(a.logo_wished, a.logo_object) as logo_object, 'owner' as role, a.created_at, a.is_active, a.has_completed_onboarding
       from accounts a where a.owner_id = $1 and ${isOpenAccount('a')}
       union all
       select a.id, a.name, case when am.role = 'admin' then coalesce(a.logo_wished, a.logo_object) else a.logo_object end, am.role, a.created_at, a.is_active, a.has_completed_onboarding
       from account_members am
         join accounts a on a.id = am.account_id and a.owner_id <> am.user_id
       where am.user_id = $1 and ${isOpenAccount('a')}
     ) mine order by (role = 'owner') desc, created_at, id`,
    [userId],
  );
}

/** Facts about a workspace for authorization; null when there is none. */
export async function findAccountFacts(
  db: Knex,
  accountId: string,
  userId: string,
): Promise<{ role: 'owner' | 'admin' | 'guest' | null; isActive: boolean } | null> {
  const rows = await readQuery<{ role: 'owner' | 'admin' | 'guest' | null; is_active: boolean }>(
    db,
    'account-facts',
    `select case when a.owner_id = $2 then 'owner' else am.role end as role, a.is_active
     from accounts a left join account_members am on am.account_id = a.id and am.user_id = $2 where a.id = $1`,
    [accountId, userId],
  );
  const row = rows[0];
  return row ? { role: row.role, isActive: row.is_active } : null;
}

/** A workspace with its counts. */
export type AccountRow = {
  id: string;
  name: string;
  industry: string | null;
  logo_object: string | null;
  has_completed_tour: boolean;
  has_completed_onboarding: boolean;
  is_active: boolean;
  /** For the owner only. */
  suspended_reason: string | null;
  plan: PlanName;
  plan_price: string | null;
  plan_expires_at: string | null;
  pay_before: string | null;
  /** For managers 6 as long as a payment has arrived whose plan is not active. */
  subscription_status: 1 | 3 | 6;
  storage_used: number;
  referral_joined: number;
  tags: string[];
  unit: 'mm' | 'cm' | 'm' | 'inch' | 'feet';
  locale: string;
  watermark_asset: string | null;
  billing_info_id: string | null;
  payment_source_ids: string[];
  invoice_ids: string[];
  owner: UserRow;
  users: UserRow[];
  /** The first members for managers of the workspace; others see only themselves. */
  member_ids: string[];
  project_ids: string[];
  total_members: number;
  total_invoices: number;
  total_projects: number;
  total_models: number;
  total_scenes: number;
  total_shared: number;
};

/** Maximum entries of each list in an Account; the collection routes return the rest. */
export const MAX_LISTED_ENTRIES = 20;

/** Projects `p` of a workspace that a user may see. */
const SEEN_PROJECTS = `projects p where p.account_id = $1 and (r.manages
  or p.id in (select pm.project_id from project_members pm where pm.user_id = $2))`;
const SEEN_MEMBERS = 'members m where m.account_id = $1 and (m.user_id = $2 or r.manages)';
const OWN_INVOICES = 'invoices i where i.account_id = $1 and a.owner_id = $2';

/**
 * A workspace as one of its users sees it; null when there is none. Users who do not manage it see
 * only the owner and themselves among its members, only projects and scenes that were shared with them, and
 * no billing data.
 */
export async function findAccount(db: Knex, accountId: string, userId: string): Promise<AccountRow | null> {
  const rows = await readQuery<AccountRow>(
    db,
    'account-read',
    `select a.id, a.name, a.industry, case when r.manages then coalesce(a.logo_wished, a.logo_object) else a.logo_object end as logo_object, a.has_completed_tour, a.has_completed_onboarding, a.is_active,
       case when a.owner_id = $2 then a.suspended_reason end as suspended_reason, a.plan, a.plan_price, case when r.manages then a.plan_expires_at end as plan_expires_at,
       case when r.manages and exists (select 1 from orders o where o.account_id = a.id and ${isInGroupSql('awaitsPlan')})
         then ${SUBSCRIPTION_STATUS.needsSync} else a.subscription_status end as subscription_status,
       case when r.manages and ${hasFailedRenewal('a')} then a.plan_expires_at + interval '${GRACE_DAYS} days' end as pay_before,
       a.storage_used, a.referral_joined,
       array(select t.name from tags t where t.account_id = a.id and r.manages order by t.name collate natural_order) as tags,
       a.unit, a.locale, a.watermark_asset,
       (select b.id from billing_infos b where b.account_id = a.id and a.owner_id = $2) as billing_info_id,
       array(select s.id::text from payment_sources s where s.account_id = a.id and a.owner_id = $2
         order by s.is_default desc, s.created_at desc limit ${MAX_LISTED_ENTRIES}) as payment_source_ids,
       array(select i.id::text from ${OWN_INVOICES} order by i.created_at desc limit ${MAX_LISTED_ENTRIES}) as invoice_ids,
       (select ${personJson()} from users u where u.id = a.owner_id) as owner,
       (select coalesce(json_agg(${personJson()} order by u.created_at), '[]') from users u
        where u.id = any (array(select user_id from account_members
          where account_id = $1 and (r.manages or user_id = $2) order by user_id limit ${MAX_LISTED_ENTRIES - 1}) || a.owner_id)) as users,
       array(select m.id::text from ${SEEN_MEMBERS}
         order by (m.user_id is null), m.listed_as, m.id limit ${MAX_LISTED_ENTRIES}) as member_ids,
       array(select p.id::text from ${SEEN_PROJECTS} order by p.created_at desc, p.id desc limit ${MAX_LISTED_ENTRIES}) as project_ids,
       (select count(*) from ${SEEN_MEMBERS})::bigint as total_members,
       (select count(*) from ${OWN_INVOICES})::bigint as total_invoices,
       (select count(*) from ${SEEN_PROJECTS})::bigint as total_projects,
       (select count(*) from assets s where s.account_id = $1 and r.manages and s.type = 2 and s.deleted_at is null
          and s.status <> 'failed')::bigint as total_models,
       (select count(*) from compositions c where c.account_id = $1 and c.deleted_at is null and (r.manages
          or c.id in (select cm.composition_id from composition_members cm where cm.user_id = $2)
          or c.project_id in (select pm.project_id from project_members pm where pm.user_id = $2)))::bigint as total_scenes,
       (select count(*) from (
          select composition_id as id from composition_members where user_id = $2
          union
          select p.id from project_members m join compositions p on p.project_id = m.project_id and p.deleted_at is null
          where m.user_id = $2
        ) shared join compositions c using (id) where c.deleted_at is null and c.account_id <> a.id)::bigint as total_shared
     from accounts a cross join lateral (select a.owner_id = $2 or exists (
       select 1 from account_members am where am.account_id = a.id and am.user_id = $2 and am.role = 'admin') as manages) r
     where a.id = $1`,
    [accountId, userId],
  );
  return rows[0] ?? null;
}

/** Initial unit of a workspace's new scenes. */
export async function findUnit(db: Knex, accountId: string): Promise<AccountRow['unit']> {
  const rows = await readQuery<Pick<AccountRow, 'unit'>>(
    db,
    'account-unit',
    'select unit from accounts where id = $1',
    [accountId],
  );
  return rows[0]?.unit ?? 'm';
}
