import type { Role, Subject } from '../../domain/roles.ts';
import { type Conditions, containing, createConditions, managedAccounts } from '../db/conditions.ts';
import type { Knex } from '../db/knex.ts';
import { type PageOf, readPage, readQuery } from '../db/read-query.ts';

/** A member with its user, if joined. */
export type MemberRow = {
  id: string;
  account_id: string;
  account_is_active: boolean;
  user_id: string | null;
  email: string;
  name: string | null;
  avatar_object: string | null;
  avatar_color: string | null;
  created_at: string;
};

/** One entity that a member has access to or is invited to. */
export type GrantRow = {
  member_id: string;
  subject: Subject;
  entity_id: string;
  name: string;
  role: Role;
  state: 'accepted' | 'pending' | 'expired' | 'declined';
  invitation_id: string | null;
  expires_at: string | null;
};

const COLUMNS = `m.id, m.account_id, a.is_active as account_is_active, m.user_id, coalesce(u.email, m.email) as email,
  u.name, u.avatar_object, u.avatar_color, m.created_at
  from members m join accounts a on a.id = m.account_id left join users u on u.id = m.user_id`;

/** Some members by their ids. */
export function findMembers(db: Knex, ids: readonly string[]): Promise<MemberRow[]> {
  return readQuery<MemberRow>(db, 'members-by-id', `select ${COLUMNS} where m.id = any ($1::uuid[])`, [ids]);
}

/** Filter of a member list; absent keys do not filter. */
export type MemberFilter = {
  /** The requesting user, who sees the workspaces they manage, and themselves. */
  viewerId: string;
  accountId: string | null;
  compositionId: string | null;
  projectId: string | null;
  /** Members of scenes that this user created. */
  scenesBy: string | null;
  /** Part of the name or the address. */
  name: string | null;
  pending: boolean | null;
  limit: number;
  offset: number;
};

/**
 * Whether a member still has a grant or an invitation. As one subquery of several parts it is looked up
 * member by member; otherwise PostgreSQL would read whole tables into a hash.
 */
const HAS_ANYTHING = `exists (
  select 1 from account_members am where am.account_id = m.account_id and am.user_id = m.user_id
  union all
  select 1 from project_members pm join projects p on p.id = pm.project_id
    where pm.user_id = m.user_id and p.account_id = m.account_id
  union all
  select 1 from composition_members cm join compositions c on c.id = cm.composition_id
    where cm.user_id = m.user_id and c.account_id = m.account_id and c.deleted_at is null
  union all
  select 1 from invitations i where i.member_id = m.id and i.accepted_at is null and not i.is_request)`;

const ORDER = 'm.user_id is null, m.listed_as, m.id';

/** A page of members in order of joining, with the total. */
export async function listMembers(db: Knex, filter: MemberFilter): Promise<PageOf<MemberRow>> {
  const { name, sql, values } = conditionsOf(filter);
  const where = `${sql} and ${HAS_ANYTHING}`;
  // Each workspace yields at most a page, along the index of the order.
  const [until, limit, offset] = [0, 1, 2].map((at) => `$${values.length + 1 + at}`);
  return readPage<MemberRow>(db, {
    name: `members ${name}`,
    rows: [
      `with page as (
         select m.* from (
           select f.id, f.user_id, f.listed_as from (${managedAccounts('$1')}) a cross join lateral (
             select m.id, m.user_id, m.listed_as from members m where m.account_id = a.id and ${where}
             order by ${ORDER} limit ${until}) f
           union
           select m.id, m.user_id, m.listed_as from members m where m.user_id = $1 and ${where}) m
         order by ${ORDER} limit ${limit} offset ${offset})
       select ${COLUMNS} where m.id = any (array(select id from page)) order by ${ORDER}`,
      [...values, filter.limit + filter.offset, filter.limit, filter.offset],
    ],
    total: [
      `select count(*)::bigint as total from members m
       where (m.account_id = any (array(${managedAccounts('$1')})) or m.user_id = $1) and ${where}`,
      values,
    ],
  });
}

/** `offset 0` keeps a subquery a look-up, member by member. */
function conditionsOf(filter: MemberFilter): Conditions {
  const conditions = createConditions(filter.viewerId);
  conditions.add('a', filter.accountId, (it) => `m.account_id = ${it}`);
  conditions.add('c', filter.compositionId, (it) => `m.id = any (array(${peopleOf('composition', it)}))`);
  conditions.add('p', filter.projectId, (it) => `m.id = any (array(${peopleOf('project', it)}))`);
  conditions.add(
    's',
    filter.scenesBy,
    (it) => `exists (select 1 from composition_members cm join compositions c on c.id = cm.composition_id
      where cm.user_id = m.user_id and c.created_by = ${it} and c.account_id = m.account_id and c.deleted_at is null offset 0)`,
  );
  conditions.add(
    'n',
    containing(filter.name),
    (it) => `(m.listed_as ilike ${it}
      or coalesce((select u.email from users u where u.id = m.user_id), m.email) ilike ${it})`,
  );
  conditions.add('w', filter.pending, (it) => `(m.user_id is null) = ${it}`);
  return conditions;
}

/** Ids of the members with access or an invitation to a scene or a project. */
const peopleOf = (subject: 'composition' | 'project', id: string) => `
  select o.id from ${subject}s e join ${subject}_members h on h.${subject}_id = e.id
    join members o on o.account_id = e.account_id and o.user_id = h.user_id where e.id = ${id}
  union
  select i.member_id from invitations i
    where i.entity_ids @> array[${id}]::uuid[] and i.subject = '${subject}s' and i.accepted_at is null and not i.is_request`;

/**
 * All existing grants and invitations of some members. `offset 0` has each looked up by its key; as one join,
 * the planner would scan those of all members.
 */
export function listGrants(db: Knex, memberIds: readonly string[]): Promise<GrantRow[]> {
  return readQuery<GrantRow>(
    db,
    'member-grants',
    `select m.id as member_id, 'accounts' as subject, a.id as entity_id, a.name,
       case am.role when 'admin' then 2 else 3 end as role, 'accepted' as state,
       null::uuid as invitation_id, null::timestamptz as expires_at, am.created_at
     from members m join account_members am on am.account_id = m.account_id and am.user_id = m.user_id
     join accounts a on a.id = m.account_id where m.id = any ($1::uuid[])
     union all
     select m.id, 'projects', p.id, p.name, pm.role, 'accepted', null, null, pm.created_at
     from members m
     cross join lateral (select * from project_members pm where pm.user_id = m.user_id offset 0) pm
     cross join lateral (select * from projects p where p.id = pm.project_id offset 0) p
     where m.id = any ($1::uuid[]) and p.account_id = m.account_id
     union all
     select m.id, 'compositions', c.id, c.name, cm.role, 'accepted', null, null, cm.created_at
     from members m
     cross join lateral (select * from composition_members cm where cm.user_id = m.user_id offset 0) cm
     cross join lateral (select * from compositions c where c.id = cm.composition_id offset 0) c
     where m.id = any ($1::uuid[]) and c.account_id = m.account_id and c.deleted_at is null
     union all
     select i.member_id, i.subject, e.id, coalesce(c.name, p.name, a.name), i.role,
       case when i.declined_at is not null then 'declined' when i.expires_at <= now() then 'expired' else 'pending' end,
       i.id, i.expires_at, i.created_at
     from invitations i cross join unnest(i.entity_ids) as e (id)
     left join lateral (select * from compositions c where c.id = e.id and i.subject = 'compositions' offset 0) c
       on c.account_id = i.account_id and c.deleted_at is null
     left join lateral (select * from projects p where p.id = e.id and i.subject = 'projects' offset 0) p
       on p.account_id = i.account_id
     left join accounts a on i.subject = 'accounts' and a.id = i.account_id
     where i.member_id = any ($1::uuid[]) and not i.is_request and i.accepted_at is null
       and coalesce(c.id, p.id, a.id) is not null
     order by created_at, entity_id`,
    [memberIds],
  );
}
