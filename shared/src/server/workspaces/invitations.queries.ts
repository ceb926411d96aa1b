import type { Role, Subject } from '../../domain/roles.ts';
import type { InvitationState } from '../../policy/member.ts';
import { type Conditions, createConditions, managedAccounts } from '../db/conditions.ts';
import type { Knex } from '../db/knex.ts';
import { type PageOf, readPage, readQuery } from '../db/read-query.ts';
import { MAX_MAIL_TURN } from '../delivery/emails.ts';
import { personJson, type UserRow } from '../people/person-json.ts';

/** An entity that an invitation names and that still exists. */
export type EntityRow = { id: string; name: string; picture_object: string | null; key_version: number };

/** An invitation, or a request for access, with all data for its responses. */
export type InvitationRow = {
  id: string;
  account_id: string;
  account_is_active: boolean;
  /** Language of the workspace's mails to people without an account. */
  account_locale: string;
  owner_id: string;
  member_id: string | null;
  email: string;
  /** Whether the address of the person who asks or has accepted is confirmed. */
  is_email_confirmed: boolean;
  role: Role;
  subject: Subject;
  is_request: boolean;
  state: InvitationState;
  created_by: UserRow | null;
  accepter_name: string | null;
  created_at: string;
  expires_at: string;
  entities: EntityRow[];
};

const COLUMNS = `i.id, i.account_id, a.is_active as account_is_active, a.locale as account_locale, a.owner_id, i.member_id, i.email, i.role, i.subject,
  i.is_request, i.created_at, i.expires_at, named.entities, au.name as accepter_name,
  case when i.is_request then coalesce(u.email = i.email and u.email_confirmed_at is not null, false)
    else i.accepted_at is not null end as is_email_confirmed,
  case when i.accepted_at is not null then 'accepted' when i.declined_at is not null then 'declined'
    when i.expires_at <= now() then 'expired' else 'open' end as state,
  case when u.id is null then null else ${personJson()} end as created_by`;
/** Invitations without an existing entity are left out. `offset 0` has each entity looked up by its key. */
const JOINS = `
  from invitations i
  join accounts a on a.id = i.account_id
  left join users u on u.id = i.created_by
  left join users au on au.id = i.accepted_by
  join lateral (
    select json_agg(json_build_object('id', e.id, 'name', coalesce(c.name, p.name, a.name),
      'picture_object', case i.subject when 'accounts' then a.logo_object else c.thumbnail_object end,
      'key_version', coalesce(c.key_version, 0)) order by e.at) as entities
    from unnest(i.entity_ids) with ordinality as e (id, at)
    left join lateral (select * from compositions c where c.id = e.id and i.subject = 'compositions' offset 0) c
      on c.account_id = i.account_id and c.deleted_at is null
    left join lateral (select * from projects p where p.id = e.id and i.subject = 'projects' offset 0) p
      on p.account_id = i.account_id
    where c.id is not null or p.id is not null or (i.subject = 'accounts' and e.id = i.account_id)
  ) named on named.entities is not null`;

/** One invitation or request; null when there is none, or when all its entities are gone. */
export async function findInvitation(db: Knex, id: string): Promise<InvitationRow | null> {
  const rows = await readQuery<InvitationRow>(
    db,
    'invitation-read',
    `select ${COLUMNS} ${JOINS} where i.id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

/** Filter of an invitation list; absent keys do not filter. */
export type InvitationFilter = {
  /** The requesting user, who sees the workspaces they manage. */
  viewerId: string;
  accountId: string | null;
  compositionId: string | null;
  projectId: string | null;
  pending: boolean | null;
  isRequest: boolean | null;
  limit: number;
  offset: number;
};

/**
 * Whether an entity of an invitation still exists. `offset 0` keeps it a look-up by the ids alone, invitation
 * by invitation: otherwise the planner also uses the workspace and scans all its entities.
 */
const NAMES_SOMETHING = `case i.subject
  when 'compositions' then exists (select 1
    from (select c.account_id, c.deleted_at from compositions c where c.id = any (i.entity_ids) offset 0) c
    where c.account_id = i.account_id and c.deleted_at is null)
  when 'projects' then exists (select 1
    from (select p.account_id from projects p where p.id = any (i.entity_ids) offset 0) p
    where p.account_id = i.account_id)
  else i.account_id = any (i.entity_ids) end`;

/** A page of invitations, newest first, with the total. */
export async function listInvitations(db: Knex, filter: InvitationFilter): Promise<PageOf<InvitationRow>> {
  const { name, sql, values } = conditionsOf(filter);
  // Refused requests are hidden.
  const where = `${sql} and not (i.is_request and i.declined_at is not null) and ${NAMES_SOMETHING}`;
  const [until, limit, offset] = [1, 2, 3].map((at) => `$${values.length + at}`);
  const order = 'i.created_at desc, i.id';
  return readPage<InvitationRow>(db, {
    name: `invitations ${name}`,
    rows: [
      // Each workspace yields at most a page, along the index of the order.
      `with page as (
         select i.id from (${managedAccounts('$1')}) m cross join lateral (
           select i.id, i.created_at from invitations i where i.account_id = m.id and ${where}
           order by ${order} limit ${until}) i
         order by ${order} limit ${limit} offset ${offset})
       select ${COLUMNS} ${JOINS} join page on page.id = i.id order by ${order}`,
      [...values, filter.limit + filter.offset, filter.limit, filter.offset],
    ],
    total: [
      `select count(*)::bigint as total from invitations i
       where i.account_id = any (array(${managedAccounts('$1')})) and ${where}`,
      values,
    ],
  });
}

function conditionsOf(filter: InvitationFilter): Conditions {
  const conditions = createConditions(filter.viewerId);
  conditions.add('a', filter.accountId, (it) => `i.account_id = ${it}`);
  const names = (subject: Subject) => (it: string) =>
    `i.subject = '${subject}' and i.entity_ids @> array[${it}]::uuid[]`;
  conditions.add('c', filter.compositionId, names('compositions'));
  conditions.add('p', filter.projectId, names('projects'));
  conditions.add(
    'w',
    filter.pending,
    (it) => `(i.accepted_at is null and i.declined_at is null and i.expires_at > now()) = ${it}`,
  );
  conditions.add('r', filter.isRequest, (it) => `i.is_request = ${it}`);
  return conditions;
}

/** Number of other invitations of a workspace that were sent or answered within ten minutes, whose mails may still wait. */
export async function countJustInvited(
  trx: Knex,
  { id, account_id: accountId }: Pick<InvitationRow, 'id' | 'account_id'>,
): Promise<number> {
  const others = trx('invitations')
    .where({ account_id: accountId })
    .whereNot({ id })
    .whereRaw(`greatest(created_at, accepted_at, declined_at) > now() - interval '10 minutes'`)
    .limit(MAX_MAIL_TURN)
    .select('id');
  return (await others).length;
}
