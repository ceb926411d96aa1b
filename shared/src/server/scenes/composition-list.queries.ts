import type { SceneStatus } from '../../contract/compositions.ts';
import type { Knex } from '../db/knex.ts';
import { readQuery } from '../db/read-query.ts';
import type { UserRow } from '../people/person-json.ts';
import type { CompositionRow } from './compositions.queries.ts';

export type ListOrder = { by: 'updatedAt' | 'createdAt' | 'name' | 'deletedAt'; direction: 'asc' | 'desc' };

/** Filter of a scene list; `null` does not filter. */
export type CompositionFilter = {
  userId: string;
  /** Scenes of this workspace, which the user owns or administers. */
  accountId: string | null;
  projectId: string | null;
  /** Part of the name, case-insensitive. */
  name: string | null;
  /** Names of tags; a scene must have all of them. */
  tags: readonly string[];
  categoryId: string | null;
  status: SceneStatus | null;
  /** Only scenes that others shared with the user. */
  sharedOnly: boolean;
  /** Only scenes in the trash, visible only to users who can restore them. */
  trashed: boolean;
  order: ListOrder;
  limit: number;
  offset: number;
};

/**
 * Pending changes are computed only where the stored revision is published, and an end only for published
 * scenes: both cost more than all other columns. Users are flat columns, as building JSON takes longer than
 * the rest of the row. The editor is null where it equals the author.
 */
const COLUMNS = `
  c.id, c.account_id, c.project_id, c.name, c.description, c.privacy, c.status, c.category_id,
    case when c.tags <> '{}' then array_to_json(c.tags) end as tags, c.extra, c.sharing, c.key_version, c.revision,
    c.thumbnail_object, c.created_at, c.updated_at, c.deleted_at,
    cu.id as maker_id, cu.name as maker_name, cu.avatar_object as maker_avatar, cu.avatar_color as maker_color,
    uu.id as editor_id, uu.name as editor_name, uu.avatar_object as editor_avatar, uu.avatar_color as editor_color,
    o.revision as published_revision, o.file_settings as published_settings,
    o.thumbnail_object as published_thumbnail,
    case when o.id is not null then (c.sharing ->> 'expiresAt')::timestamptz <= now() end as published_expired,
    o.revision = c.revision and exists (select 1 from composition_updates u where u.composition_id = c.id) as has_pending`;

/** A scene as returned in lists. */
export type CompositionListRow = Omit<
  CompositionRow,
  'nodes' | 'triangles' | 'tour' | 'published_glb' | 'account_is_active'
>;

/** A row of the statement. */
type FlatRow = Omit<CompositionListRow, 'tags' | 'has_pending' | 'created_by' | 'updated_by'> & {
  tags: string[] | null;
  has_pending: boolean | null;
  maker_id: string | null;
  maker_name: string;
  maker_avatar: string | null;
  maker_color: string;
  editor_id: string | null;
  editor_name: string;
  editor_avatar: string | null;
  editor_color: string;
  total: number;
};

function toListRow(row: FlatRow): CompositionListRow {
  return {
    id: row.id,
    account_id: row.account_id,
    project_id: row.project_id,
    name: row.name,
    description: row.description,
    privacy: row.privacy,
    status: row.status,
    category_id: row.category_id,
    tags: row.tags ?? [],
    extra: row.extra,
    sharing: row.sharing,
    key_version: row.key_version,
    revision: row.revision,
    thumbnail_object: row.thumbnail_object,
    created_at: row.created_at,
    updated_at: row.updated_at,
    deleted_at: row.deleted_at,
    created_by: toUser(row.maker_id, row.maker_name, row.maker_avatar, row.maker_color),
    updated_by: toUser(row.editor_id, row.editor_name, row.editor_avatar, row.editor_color),
    published_revision: row.published_revision,
    published_settings: row.published_settings,
    published_thumbnail: row.published_thumbnail,
    published_expired: row.published_expired,
    has_pending: row.has_pending ?? false,
    account_role: row.account_role,
    member_role: row.member_role,
  };
}

function toUser(id: string | null, name: string, avatar: string | null, color: string): UserRow | null {
  return id === null ? null : { id, name, avatar_object: avatar, avatar_color: color };
}

const JOINS = `
  from page c
  left join users cu on cu.id = c.created_by
  left join users uu on uu.id = c.updated_by and c.updated_by is distinct from c.created_by
  left join scene_outputs o on o.id = c.published_output_id`;
/** `$1` is the requesting user, here and below. */
const SHARES = `
  left join composition_members cm on cm.composition_id = c.id and cm.user_id = $1
  left join project_members pm on pm.project_id = c.project_id and pm.user_id = $1`;

/** The user's role in a workspace. For a parameter it is looked up once, not for every scene. */
const roleIn = (account: string) => `(select case when a.owner_id = $1 then 'owner' else am.role end
  from accounts a left join account_members am on am.account_id = a.id and am.user_id = $1 where a.id = ${account})`;
const SHARED = `(cm.user_id is not null or pm.user_id is not null)`;
/**
 * Shared scenes are looked up by user, not by scanning all scenes; as an array, because the planner
 * overestimates a subquery and reads the whole table.
 */
const SHARED_IDS = `c.id = any (array(select composition_id from composition_members where user_id = $1
  union select s.id from compositions s join project_members m on m.project_id = s.project_id where m.user_id = $1))`;

/** The last column makes the order total, in the direction of its index. */
const ORDERS: Record<ListOrder['by'], Record<ListOrder['direction'], string>> = {
  updatedAt: { desc: 'c.updated_at desc, c.id', asc: 'c.updated_at, c.id desc' },
  createdAt: { desc: 'c.created_at desc, c.id', asc: 'c.created_at, c.id desc' },
  name: { asc: 'c.name collate natural_order, c.id', desc: 'c.name collate natural_order desc, c.id desc' },
  deletedAt: { desc: 'c.deleted_at desc, c.id', asc: 'c.deleted_at, c.id desc' },
};

/**
 * A page of scenes with the total. The statement contains only active filters, as an optional condition keeps
 * PostgreSQL from choosing a suitable index.
 */
export async function listCompositions(
  db: Knex,
  filter: CompositionFilter,
): Promise<{ rows: CompositionListRow[]; total: number }> {
  const { name, where, values, role, hasShares } = conditionsOf(filter);
  const { by, direction } = filter.order;
  const at = values.length;
  const shares = hasShares ? SHARES : '';
  const count = `select count(*)::bigint from compositions c ${shares} where ${where}`;
  const rows = await readQuery<FlatRow>(
    db,
    `scenes ${name} ${by} ${direction}`,
    // The page is selected before its rows are joined.
    `with page as materialized (
       select c.*, ${hasShares ? 'least(cm.role, pm.role)' : 'null::smallint'} as member_role from compositions c ${shares}
       where ${where} order by ${ORDERS[by][direction]} limit $${at + 1} offset $${at + 2})
     select ${COLUMNS}, ${role} as account_role, c.member_role, (${count}) as total
     ${JOINS} order by ${ORDERS[by][direction]}`,
    [...values, filter.limit, filter.offset],
  );
  const [first] = rows;
  if (first || filter.offset === 0) {
    return { rows: rows.map(toListRow), total: first?.total ?? 0 };
  }
  // A page past the last one has no row for the total.
  const [counted] = await readQuery<{ total: number }>(
    db,
    `scenes-count ${name}`,
    `select (${count}) as total`,
    values,
  );
  return { rows: [], total: counted?.total ?? 0 };
}

/**
 * Conditions of a filter, their values from `$1` on, and a name for exactly this set of conditions; short, as
 * a statement's name has at most 63 characters.
 */
function conditionsOf(filter: CompositionFilter): {
  name: string;
  where: string;
  values: unknown[];
  /** The user's role in the scene's workspace. */
  role: string;
  /** Whether shares with the user matter. */
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
  let account = 'c.account_id';
  add('a', filter.accountId, (it) => {
    account = it;
    return `c.account_id = ${it}`;
  });
  add('p', filter.projectId, (it) => `c.project_id = ${it}`);
  add('n', filter.name && `%${filter.name.replace(/[\\%_]/g, '\\$&')}%`, (it) => `c.name ilike ${it}`);
  // By workspace and key, so that a tag is found in any spelling, and only in this workspace.
  add(
    't',
    filter.tags.length === 0 ? null : filter.tags.map((tag) => tag.toLowerCase()),
    (it) => `tag_keys(c.account_id, c.tags) @> tag_keys(${account}, ${it}::text[])`,
  );
  add('c', filter.categoryId, (it) => `c.category_id = ${it}`);
  add('s', filter.status, (it) => `c.status = ${it}`);
  const role = roleIn(account);
  const access = accessOf(filter, `coalesce(${role} in ('owner', 'admin'), false)`);
  return {
    name: [...names, access.name].join('+'),
    where: [...conditions, access.condition].join(' and '),
    values,
    role,
    // Managers of a workspace have every right on its scenes, so shares do not matter.
    hasShares: access.name !== 'managed',
  };
}

function accessOf(filter: CompositionFilter, managed: string): { name: string; condition: string } {
  if (filter.trashed) {
    return { name: 'managed', condition: managed };
  }
  if (filter.sharedOnly) {
    return { name: 'shared', condition: `${SHARED_IDS} and not ${managed}` };
  }
  return filter.projectId === null
    ? { name: 'managed', condition: managed }
    : { name: 'any', condition: `(${managed} or ${SHARED})` };
}
