import { LIBRARY_ACCOUNT_ID } from '../../domain/library.ts';
import type { PlanName } from '../../plans.ts';
import { isInGroupSql } from '../billing/order-row.ts';
import { isOpenAccount } from '../db/conditions.ts';
import type { Knex } from '../db/knex.ts';
import { type PageOf, readPage, readQuery } from '../db/read-query.ts';
import { personJson, type UserRow } from '../people/person-json.ts';
import { RETRY_PERIOD_MS } from '../runtime/version-skew.ts';

/** A workspace in the operators' list. */
export type AccountSummaryRow = {
  id: string;
  name: string;
  logo_object: string | null;
  is_active: boolean;
  suspended_at: string | null;
  suspended_by: string | null;
  suspended_reason: string | null;
  plan: PlanName;
  storage_used: number;
  referral_joined: number;
  created_at: string;
  owner: UserRow;
  owner_email: string;
};

/** Filter of the workspace list; null does not filter. */
export type AccountSummaryFilter = {
  /** Part of the workspace's name, or of its owner's name or address. */
  words: string | null;
  isActive: boolean | null;
  limit: number;
  offset: number;
};

/** Excludes workspaces that are being removed, and the library's, which has no real owner. */
const PEOPLES = `u.deleted_at is null and a.id <> '${LIBRARY_ACCOUNT_ID}'`;
const STATES = {
  all: isOpenAccount('a'),
  active: 'a.is_active',
  suspended: 'not a.is_active and a.suspended_at is not null',
} as const;
/**
 * `$1`. The expression equals that of the index `users_by_words`. Each array is a separate subquery along its
 * index; in one query the planner would compare every row.
 */
const FOUND = `a.id = any (
  array(select id from accounts where name ilike $1)
  || array(select mine.id from accounts mine where mine.owner_id = any (array(
    select person.id from users person
    where (person.name || ' ' || coalesce(person.last_name, '') || ' ' || person.email) ilike $1))))`;

/**
 * A page of workspaces with the total. Each kind of filter has a separate statement, so that it uses its
 * index.
 */
export async function listAccountSummaries(
  db: Knex,
  { words, isActive, limit, offset }: AccountSummaryFilter,
): Promise<PageOf<AccountSummaryRow>> {
  const state = isActive === null ? 'all' : isActive ? 'active' : 'suspended';
  const kind = `${state}-${words === null ? 'any' : 'found'}`;
  const values = words === null ? [] : [`%${words.replace(/[\\%_]/g, '\\$&')}%`];
  const where = `${PEOPLES} and ${STATES[state]}${words === null ? '' : ` and ${FOUND}`}`;
  const order = state === 'suspended' ? 'suspended_at desc' : 'created_at desc';
  return readPage<AccountSummaryRow>(db, {
    name: `account-summaries-${kind}`,
    rows: [
      `select a.id, a.name, a.logo_object, a.is_active, a.suspended_at,
         (select name from users where id = a.suspended_by) as suspended_by, a.suspended_reason, a.plan,
         a.storage_used, a.referral_joined, a.created_at, u.email as owner_email,
         ${personJson()} as owner
       from accounts a join users u on u.id = a.owner_id
       where ${where} order by a.${order}, a.id desc limit $${values.length + 1} offset $${values.length + 2}`,
      [...values, limit, offset],
    ],
    total: [
      `select count(*)::int as total from accounts a join users u on u.id = a.owner_id where ${where}`,
      values,
    ],
  });
}

/** Number of scenes of some workspaces, and of members and invited addresses without their owners. */
export async function countContents(
  db: Knex,
  accountIds: readonly string[],
): Promise<{ scenes: ReadonlyMap<string, number>; members: ReadonlyMap<string, number> }> {
  type Counted = { account_id: string; total: number };
  const [scenes, members] = await Promise.all([
    readQuery<Counted>(
      db,
      'account-scenes',
      `select count(*)::int as total, account_id from compositions
       where account_id = any ($1::uuid[]) and deleted_at is null group by account_id`,
      [accountIds],
    ),
    readQuery<Counted>(
      db,
      'account-people',
      'select count(*)::int as total, account_id from members where account_id = any ($1::uuid[]) group by account_id',
      [accountIds],
    ),
  ]);
  const byAccount = (rows: Counted[]) => new Map(rows.map((row) => [row.account_id, row.total]));
  return { scenes: byAccount(scenes), members: byAccount(members) };
}

/** Health data of an installation from the database. */
export type OverviewRow = {
  outbox_waiting: number;
  /** In seconds. */
  outbox_age: number;
  outbox_open: number;
  refused: number;
  given_up: number;
  accounts: number;
  suspended: number;
  held_orders: number;
  storage_checked_at: string | null;
  storage_corrections: number;
  storage_corrected: number;
  storage_used: number;
};

/** Figures of the operators' overview, in one statement. */
export async function readOverview(db: Knex): Promise<OverviewRow> {
  const [row] = await readQuery<OverviewRow>(
    db,
    'operators-overview',
    `select (select count(*) from outbox)::int as outbox_waiting,
       coalesce((select greatest(0, extract(epoch from clock_timestamp() - created_at))
         from outbox order by id limit 1), 0)::float8 as outbox_age,
       (select count(*) from outbox_published where settled_at is null)::int as outbox_open,
       (select count(*) from outbox_refused)::int as refused,
       (select count(*) from outbox_refused where created_at <= now() - $1 * interval '1 ms')::int as given_up,
       (select count(*) from accounts a join users u on u.id = a.owner_id where ${PEOPLES} and ${STATES.all})::int as accounts,
       (select count(*) from accounts a join users u on u.id = a.owner_id where ${PEOPLES} and ${STATES.suspended})::int as suspended,
       (select count(*) from orders o where ${isInGroupSql('held')})::int as held_orders,
       (select max(storage_checked_at) from accounts) as storage_checked_at,
       (select count(*) from storage_corrections where found_at > now() - interval '7 days')::int as storage_corrections,
       (select coalesce(sum(storage_used), 0) from accounts)::bigint as storage_used,
       (select coalesce(sum(abs(corrected)), 0) from storage_corrections where found_at > now() - interval '7 days')::bigint as storage_corrected`,
    [RETRY_PERIOD_MS],
  );
  if (!row) {
    throw new Error('The database did not answer');
  }
  return row;
}

/** Dead letters by job name, the most frequent first. */
export async function listDeadLetterKinds(
  db: Knex,
): Promise<{ job: string; count: number; oldest_at: string }[]> {
  return readQuery(
    db,
    'dead-letter-kinds',
    'select job, count(*)::int as count, min(parked_at) as oldest_at from job_parked group by job order by 2 desc, 1',
  );
}
