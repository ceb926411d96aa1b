import type { Privacy, SceneStatus, Sharing } from '../../../contract/compositions.ts';
import type { Knex } from '../knex.ts';
import { readQuery } from '../read.ts';
import { RecordFields } from '../records.ts';
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

/**
 * In the order in which {@link readRow} takes them. What is pending matters only where the stored revision is the published
 * one, and an end only where something is published: both cost more than all other columns. People lie flat in a row, as JSON
 * takes longer to make than the rest of it; the editor is null as well where that is the maker.
 */
const COLUMNS = `
  c.id, c.account_id, c.project_id, c.name, c.description, c.privacy, c.status, c.category_id,
    case when c.tags <> '{}' then array_to_json(c.tags) end, c.extra, c.sharing, c.key_version, c.revision, c.thumbnail_object,
    c.created_at, c.updated_at, c.deleted_at,
    cu.id, cu.name, cu.avatar_object, cu.avatar_color, uu.id, uu.name, uu.avatar_object, uu.avatar_color,
    o.revision, o.thumbnail_object,
    case when o.id is not null then (c.sharing ->> 'expiresAt')::timestamptz <= now() end,
    case when o.revision = c.revision then exists (select 1 from composition_updates u where u.composition_id = c.id) end`;

/** A scene as lists show it. */
export type CompositionListRow = Omit<
  CompositionRow,
  'nodes' | 'triangles' | 'published_glb' | 'account_is_active'
>;

function readRow(record: string): CompositionListRow & { total: number } {
  const fields = new RecordFields(record);
  const row = {
    id: fields.text(),
    account_id: fields.text(),
    project_id: fields.textOrNull(),
    name: fields.text(),
    description: fields.textOrNull(),
    privacy: fields.word<Privacy>(),
    status: fields.word<SceneStatus>(),
    category_id: fields.textOrNull(),
    tags: fields.jsonOrNull<string[]>() ?? [],
    extra: fields.jsonOrNull<Record<string, unknown>>(),
    sharing: fields.json<Partial<Sharing>>(),
    key_version: fields.number(),
    revision: fields.number(),
    thumbnail_object: fields.textOrNull(),
    created_at: fields.time(),
    updated_at: fields.time(),
    deleted_at: fields.timeOrNull(),
    created_by: readUser(fields),
    updated_by: readUser(fields),
    published_revision: fields.numberOrNull(),
    published_thumbnail: fields.textOrNull(),
    published_expired: fields.boolean(),
    has_pending: fields.boolean(),
    account_role: fields.wordOrNull<'owner' | 'admin' | 'guest'>(),
    member_role: fields.numberOrNull() as 0 | 1 | null,
    total: fields.number(),
  };
  fields.end();
  return row;
}

function readUser(fields: RecordFields): UserRow | null {
  const [id, name, avatar, color] = [
    fields.textOrNull(),
    fields.textOrNull(),
    fields.textOrNull(),
    fields.textOrNull(),
  ];
  return id === null || name === null || color === null
    ? null
    : { id, name, avatar_object: avatar, avatar_color: color };
}

const JOINS = `
  from compositions c
  left join users cu on cu.id = c.created_by
  left join users uu on uu.id = c.updated_by and c.updated_by is distinct from c.created_by
  left join scene_outputs o on o.id = c.published_output_id`;
/** `$1` is the person who asks, here and below. */
const SHARES = `
  left join composition_members cm on cm.composition_id = c.id and cm.user_id = $1
  left join project_members pm on pm.project_id = c.project_id and pm.user_id = $1`;

/** The person's place in a workspace. Where that is a parameter it is looked up once, not for every scene. */
const roleIn = (account: string) => `(select case when a.owner_id = $1 then 'owner' else am.role end
  from accounts a left join account_members am on am.account_id = a.id and am.user_id = $1 where a.id = ${account})`;
const SHARED = `(cm.user_id is not null or pm.user_id is not null)`;
/**
 * What was shared is looked up from its person, not by going through all scenes there are; as an array, because the planner
 * takes a subquery for larger than it is and reads the whole table.
 */
const SHARED_IDS = `c.id = any (array(select composition_id from composition_members where user_id = $1
  union select s.id from compositions s join project_members m on m.project_id = s.project_id where m.user_id = $1))`;

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
): Promise<{ rows: CompositionListRow[]; total: number }> {
  const { name, where, values, role, hasShares } = conditionsOf(filter);
  const { by, direction } = filter.order;
  const at = values.length;
  const shares = hasShares ? SHARES : '';
  const count = `select count(*)::bigint from compositions c ${shares} where ${where}`;
  const records = await readQuery<{ record: string }>(
    db,
    `scenes ${name} ${by} ${direction}`,
    `select row(${COLUMNS}, ${role}, ${hasShares ? 'least(cm.role, pm.role)' : 'null'}, (${count}))::text as record
     ${JOINS} ${shares} where ${where} order by ${ORDERS[by][direction]} limit $${at + 1} offset $${at + 2}`,
    [...values, filter.limit, filter.offset],
  );
  const rows = records.map(({ record }) => readRow(record));
  const [first] = rows;
  if (first || filter.offset === 0) {
    return { rows, total: first?.total ?? 0 };
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
  /** The person's place in the scene's workspace. */
  role: string;
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
  let account = 'c.account_id';
  add('a', filter.accountId, (it) => {
    account = it;
    return `c.account_id = ${it}`;
  });
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
  const role = roleIn(account);
  const access = accessOf(filter, `coalesce(${role} in ('owner', 'admin'), false)`);
  return {
    name: [...names, access.name].join('+'),
    where: [...conditions, access.condition].join(' and '),
    values,
    role,
    // Who manages a workspace may do everything with its scenes, whatever else they were given.
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
