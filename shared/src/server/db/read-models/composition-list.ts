import type { SceneStatus } from '../../../contract/compositions.ts';
import type { Knex } from '../knex.ts';
import { readQuery } from '../read.ts';
import type { CompositionRow, UserRow } from './compositions.ts';

export type ListOrder = { by: 'updatedAt' | 'createdAt' | 'name' | 'deletedAt'; direction: 'asc' | 'desc' };

/** Which scenes a list holds; `null` does not filter. */
export type CompositionFilter = {
  userId: string;
  /** Scenes of this workspace, which the person owns or administers. */
  accountId: string | null;
  projectId: string | null;
  /** Part of the name, without regard to case. */
  name: string | null;
  /** Names of tags, all of which a scene must have. */
  tags: readonly string[];
  categoryId: string | null;
  status: SceneStatus | null;
  /** Only those that others shared with the person. */
  sharedOnly: boolean;
  /** Only those in the trash, which are there for those alone who can restore them. */
  trashed: boolean;
  order: ListOrder;
  limit: number;
  offset: number;
};

/** A row as it is read: people lie flat in it, as JSON takes longer to make and to read than all the rest of a page. */
type FlatRow = Omit<CompositionRow, 'created_by' | 'updated_by'> & {
  creator_id: string | null;
  creator_name: string;
  creator_avatar: string | null;
  creator_color: string;
  /** Null as well where the last editor is the maker. */
  editor_id: string | null;
  editor_name: string;
  editor_avatar: string | null;
  editor_color: string;
  total: number;
};

/** `$1` is the person who asks. */
const COLUMNS = `
  c.id, c.account_id, c.project_id, c.name, c.description, c.privacy, c.status, c.category_id, c.tags, c.extra,
    c.sharing, c.key_version, c.revision, c.thumbnail_object, c.nodes, c.triangles, c.created_at, c.updated_at,
    c.deleted_at, a.is_active as account_is_active,
    case when a.owner_id = $1 then 'owner' else am.role end as account_role,
    cu.id as creator_id, cu.name as creator_name, cu.avatar_object as creator_avatar, cu.avatar_color as creator_color,
    uu.id as editor_id, uu.name as editor_name, uu.avatar_object as editor_avatar, uu.avatar_color as editor_color,
    o.revision as published_revision, o.glb_object as published_glb, o.thumbnail_object as published_thumbnail,
    coalesce((c.sharing ->> 'expiresAt')::timestamptz <= now(), false) as published_expired,
    exists (select 1 from composition_updates u where u.composition_id = c.id) as has_pending`;
const JOINS = `
  from compositions c
  join accounts a on a.id = c.account_id
  left join account_members am on am.account_id = c.account_id and am.user_id = $1
  left join users cu on cu.id = c.created_by
  left join users uu on uu.id = c.updated_by and c.updated_by is distinct from c.created_by
  left join scene_outputs o on o.id = c.published_output_id`;
const SHARES = `
  left join composition_members cm on cm.composition_id = c.id and cm.user_id = $1
  left join project_members pm on pm.project_id = c.project_id and pm.user_id = $1`;

const MANAGED = `(a.owner_id = $1 or am.role = 'admin')`;
const SHARED = `(cm.user_id is not null or pm.user_id is not null)`;
/**
 * What was shared is looked up from its person, not by going through all scenes there are; as an array, because the planner
 * takes a subquery for larger than it is and reads the whole table.
 */
const SHARED_IDS = `c.id = any (array(select composition_id from composition_members where user_id = $1
  union select s.id from compositions s join project_members m on m.project_id = s.project_id where m.user_id = $1))`;

const COUNT_JOINS = `from compositions c join accounts a on a.id = c.account_id
  left join account_members am on am.account_id = c.account_id and am.user_id = $1
  left join composition_members cm on cm.composition_id = c.id and cm.user_id = $1
  left join project_members pm on pm.project_id = c.project_id and pm.user_id = $1`;

/** The last column makes the order a whole one, in the direction in which its index has it. */
const ORDERS: Record<ListOrder['by'], Record<ListOrder['direction'], string>> = {
  updatedAt: { desc: 'c.updated_at desc, c.id', asc: 'c.updated_at, c.id desc' },
  createdAt: { desc: 'c.created_at desc, c.id', asc: 'c.created_at, c.id desc' },
  name: { asc: 'c.name collate natural_order, c.id', desc: 'c.name collate natural_order desc, c.id desc' },
  deletedAt: { desc: 'c.deleted_at desc, c.id', asc: 'c.deleted_at, c.id desc' },
};

/**
 * A page of scenes and how many there are. Only what is filtered by stands in the statement, as a condition that might
 * not apply keeps PostgreSQL from choosing the index of the one that does.
 */
export async function listCompositions(
  db: Knex,
  filter: CompositionFilter,
): Promise<{ rows: CompositionRow[]; total: number }> {
  const { name, where, values, hasShares } = conditionsOf(filter);
  const { by, direction } = filter.order;
  const at = values.length;
  const count = `select count(*)::bigint ${COUNT_JOINS} where ${where}`;
  const rows = await readQuery<FlatRow>(
    db,
    `scenes ${name} ${by} ${direction}`,
    `select ${COLUMNS}, ${hasShares ? 'least(cm.role, pm.role)' : 'null::smallint'} as member_role, (${count}) as total
     ${JOINS} ${hasShares ? SHARES : ''} where ${where} order by ${ORDERS[by][direction]} limit $${at + 1} offset $${at + 2}`,
    [...values, filter.limit, filter.offset],
  );
  const [first] = rows;
  if (first || filter.offset === 0) {
    return { rows: rows.map(withPeople), total: first?.total ?? 0 };
  }
  // A page past the last one holds no row to carry the number.
  const [counted] = await readQuery<{ total: number }>(
    db,
    `scenes-count ${name}`,
    `select (${count}) as total`,
    values,
  );
  return { rows: [], total: counted?.total ?? 0 };
}

/**
 * The conditions of a filter, their values from `$1` on, and a name for exactly this set of conditions; short, as a
 * statement's name has at most 63 characters.
 */
function conditionsOf(filter: CompositionFilter): {
  name: string;
  where: string;
  values: unknown[];
  /** Whether what was shared with the person matters. */
  hasShares: boolean;
} {
  const names: string[] = [filter.trashed ? 'trash' : 'live'];
  const values: unknown[] = [filter.userId];
  const conditions = [`c.deleted_at is ${filter.trashed ? 'not null' : 'null'}`];
  const add = (name: string, value: unknown, condition: (parameter: string) => string) => {
    if (value !== null) {
      values.push(value);
      names.push(name);
      conditions.push(condition(`$${values.length}`));
    }
  };
  add('a', filter.accountId, (it) => `c.account_id = ${it}`);
  add('p', filter.projectId, (it) => `c.project_id = ${it}`);
  add('n', filter.name && `%${filter.name.replace(/[\\%_]/g, '\\$&')}%`, (it) => `c.name ilike ${it}`);
  // By key, so that a tag is found however it is spelled in the address.
  add(
    't',
    filter.tags.length === 0 ? null : filter.tags.map((tag) => tag.toLocaleLowerCase('en')),
    (it) => `(select array_agg(lower(t)) from unnest(c.tags) as own (t)) @> ${it}::text[]`,
  );
  add('c', filter.categoryId, (it) => `c.category_id = ${it}`);
  add('s', filter.status, (it) => `c.status = ${it}`);
  const access = accessOf(filter);
  return {
    name: [...names, access.name].join('+'),
    where: [...conditions, access.condition].join(' and '),
    values,
    // Who manages a workspace may do everything with its scenes, whatever else they were given.
    hasShares: access.name !== 'managed',
  };
}

function accessOf(filter: CompositionFilter): { name: string; condition: string } {
  if (filter.trashed) {
    return { name: 'managed', condition: MANAGED };
  }
  if (filter.sharedOnly) {
    return { name: 'shared', condition: `${SHARED_IDS} and not coalesce(${MANAGED}, false)` };
  }
  return filter.projectId === null
    ? { name: 'managed', condition: MANAGED }
    : { name: 'any', condition: `(${MANAGED} or ${SHARED})` };
}

/** The same row with its people as people; not a copy, as a page has sixty of forty columns. */
function withPeople(row: FlatRow): CompositionRow {
  return Object.assign(row, {
    created_by: person(row.creator_id, row.creator_name, row.creator_avatar, row.creator_color),
    updated_by: person(row.editor_id, row.editor_name, row.editor_avatar, row.editor_color),
  });
}

function person(id: string | null, name: string, avatar: string | null, color: string): UserRow | null {
  return id === null ? null : { id, name, avatar_object: avatar, avatar_color: color };
}
