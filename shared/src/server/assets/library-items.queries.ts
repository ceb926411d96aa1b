import { ASSET_TYPE } from '../../contract/assets.ts';
import { LIBRARY_ACCOUNT_ID, type LibraryKind } from '../../domain/library.ts';
import { isOwnUuid } from '../../domain/uuid.ts';
import type { Language } from '../../i18n/t.ts';
import { containing, createConditions, managedAccounts } from '../db/conditions.ts';
import type { Knex } from '../db/knex.ts';
import { type PageOf, readPage, readQuery } from '../db/read-query.ts';
import type { AssetExtra, AssetRow } from './assets.queries.ts';

/** A library item, with its file and the user's permission. */
export type LibraryRow = {
  id: string;
  kind: LibraryKind;
  account_id: string;
  asset_id: string | null;
  material: Record<string, unknown> | null;
  name: string;
  /** Names in other languages. */
  names: Partial<Record<Language, string>>;
  description: string | null;
  category_id: string | null;
  tags: string[];
  credit_author: string | null;
  credit_licence: string | null;
  credit_url: string | null;
  is_published: boolean;
  created_at: string;
  updated_at: string;
  thumbnail_object: string | null;
  main_object: string | null;
  status: AssetRow['status'];
  size: number | null;
  extra: AssetExtra | null;
  /** The newest version of a component; null for other kinds. */
  version_number: number | null;
  version_note: string | null;
  version_at: string | null;
  account_role: 'owner' | 'admin' | 'guest' | null;
  account_is_active: boolean;
  /** True for an uploaded file without a library item. */
  is_bare: boolean;
};

/** Asset type of each kind. */
export const ASSET_TYPES: Record<LibraryKind, number> = {
  model: ASSET_TYPE.model,
  texture: ASSET_TYPE.texture,
  hdri: ASSET_TYPE.hdri,
  font: ASSET_TYPE.font,
  sound: ASSET_TYPE.sound,
  material: ASSET_TYPE.material,
  component: ASSET_TYPE.component,
};

/** Kinds of items that need no file. */
const FILELESS: ReadonlySet<LibraryKind> = new Set(['material', 'component']);

/** `offset 0` has the file of each item looked up by its key. */
const ITEM = `
  select i.id, i.kind, i.account_id, i.asset_id, i.material, i.name, i.names, i.description, i.category_id, i.tags,
    i.credit_author, i.credit_licence, i.credit_url, i.is_published, i.created_at, i.updated_at, i.position,
    coalesce(i.thumbnail_object, s.thumbnail_object) as thumbnail_object, s.main_object,
    coalesce(s.status, 'ready') as status, s.size, s.extra, v.number as version_number,
    v.note as version_note, v.created_at as version_at, false as is_bare
  from library_items i left join lateral (select * from assets s where s.id = i.asset_id offset 0) s on true
    left join lateral (select n.number, n.note, n.created_at from library_versions n
      where i.kind = 'component' and n.item_id = i.id order by n.number desc limit 1) v on true`;

/** An uploaded file of a workspace without a library item. */
const BARE = `
  select s.id, case s.type when ${ASSET_TYPE.model} then 'model' when ${ASSET_TYPE.hdri} then 'hdri'
      when ${ASSET_TYPE.font} then 'font' when ${ASSET_TYPE.sound} then 'sound' else 'texture' end as kind,
    s.account_id, s.id as asset_id, null::jsonb as material,
    regexp_replace(s.name, '\\.[A-Za-z0-9]{1,5}$', '') as name, '{}'::jsonb as names, null::text as description, null::uuid as category_id,
    '{}'::text[] as tags, null::text as credit_author, null::text as credit_licence, null::text as credit_url,
    true as is_published, s.created_at, s.updated_at, 0 as position, s.thumbnail_object, s.main_object, s.status, s.size,
    s.extra, null::integer as version_number, null::text as version_note, null::timestamptz as version_at, true as is_bare
  from assets s`;

/** `offset 0` keeps it a look-up, file by file. */
const IS_BARE =
  's.deleted_at is null and not exists (select 1 from library_items x where x.asset_id = s.id offset 0)';

/** Columns added to every list and read: the user's role in the item's workspace; `$1` is the user. */
const WITH_ROLE = (things: string) => `
  select t.*, a.account_role, a.is_active as account_is_active
  from (${things}) t cross join lateral (
    select a.is_active, case when a.owner_id = $1 then 'owner' else am.role end as account_role
    from accounts a left join account_members am on am.account_id = a.id and am.user_id = $1
    where a.id = t.account_id offset 0) a`;

/** Filter of an item list. */
export type LibraryFilter = {
  userId: string;
  kind: LibraryKind;
  categoryId: string | null;
  /** Words in name, tags or description, case-insensitive. */
  words: string | null;
  /** Only these items. */
  ids: readonly string[] | null;
  limit: number;
  offset: number;
};

/** Whether a text of the item matches a pattern. */
const has = (pattern: string) =>
  `(t.name ilike ${pattern} or t.names::text ilike ${pattern} or t.description ilike ${pattern}
    or array_to_string(t.tags, ' ') ilike ${pattern})`;

/** A page of the shared library; items that are not published or not ready are for operators only. */
export async function listSharedLibrary(
  db: Knex,
  filter: LibraryFilter,
  { isWhole }: { isWhole: boolean },
): Promise<PageOf<LibraryRow>> {
  const conditions = createConditions(filter.userId, filter.kind);
  conditions.add('c', filter.categoryId, (it) => `t.category_id = ${it}`);
  conditions.add('w', containing(filter.words), has);
  conditions.add('i', filter.ids, (it) => `t.id = any (${it}::uuid[])`);
  const { values, sql } = conditions;
  const name = `${isWhole ? 'whole' : 'shown'} ${conditions.name}`;
  const from = `${WITH_ROLE(`${ITEM} where i.account_id = '${LIBRARY_ACCOUNT_ID}' and i.kind = $2`)}
    where ${sql} and ${isWhole ? 'true' : `t.is_published and t.status = 'ready'`}`;
  const order = isWhole ? 't.created_at desc, t.id' : 't.position, t.created_at desc, t.id';
  const [limit, offset] = [1, 2].map((at) => `$${values.length + at}`);
  return readPage<LibraryRow>(db, {
    name: `library-shared ${name}`,
    rows: [
      `${from} order by ${order} limit ${limit} offset ${offset}`,
      [...values, filter.limit, filter.offset],
    ],
    total: [`select count(*)::bigint as total from (${from}) found`, values],
  });
}

/** A page of the items and uploaded files of a user's workspaces, newest first. */
export async function listOwnLibrary(
  db: Knex,
  filter: LibraryFilter,
  { accountId }: { accountId: string | null },
): Promise<PageOf<LibraryRow>> {
  const conditions = createConditions(filter.userId, filter.kind);
  conditions.add('a', accountId, (it) => `t.account_id = ${it}`);
  conditions.add('c', filter.categoryId, (it) => `t.category_id = ${it}`);
  conditions.add('w', containing(filter.words), has);
  conditions.add('i', filter.ids, (it) => `t.id = any (${it}::uuid[])`);
  const shelves = [`${ITEM} where i.kind = $2`];
  if (!FILELESS.has(filter.kind)) {
    const type = conditions.value(ASSET_TYPES[filter.kind]);
    shelves.push(`${BARE} where s.type = ${type} and s.status = 'ready' and ${IS_BARE}
      and coalesce(s.upload_type, 'scene') in ('scene', 'library')`);
  }
  const { values, sql } = conditions;
  const name = `${filter.kind} ${conditions.name}`;
  const [until, limit, offset] = [1, 2, 3].map((at) => `$${values.length + at}`);
  const accounts = `(${managedAccounts('$1')}) a`;
  const order = 't.created_at desc, t.id';
  // Each category of a workspace yields at most a page, along the indexes of the order.
  const parts = shelves.map(
    (shelf) =>
      `(select * from (${shelf}) t where t.account_id = a.id and ${sql} order by ${order} limit ${until})`,
  );
  return readPage<LibraryRow>(db, {
    name: `library-own ${name}`,
    rows: [
      `${WITH_ROLE(`select t.* from ${accounts} cross join lateral (${parts.join(' union all ')}) t
         where a.id <> '${LIBRARY_ACCOUNT_ID}' order by ${order} limit ${limit} offset ${offset}`)}
       order by ${order}`,
      [...values, filter.limit + filter.offset, filter.limit, filter.offset],
    ],
    total: [
      `select count(*)::bigint as total from (${shelves.join(' union all ')}) t
       where t.account_id = any (array(${managedAccounts('$1')})) and t.account_id <> '${LIBRARY_ACCOUNT_ID}' and ${sql}`,
      values,
    ],
  });
}

/** A page of the items of a workspace with the ids of a filter, newest first. */
export async function listWorkspaceLibrary(
  db: Knex,
  filter: Pick<LibraryFilter, 'userId' | 'kind' | 'limit' | 'offset'> & { ids: readonly string[] },
  accountId: string,
): Promise<PageOf<LibraryRow>> {
  const { userId, kind, ids, limit, offset } = filter;
  const values = [userId, kind, accountId, ids];
  const from = WITH_ROLE(`${ITEM} where i.id = any ($4::uuid[]) and i.account_id = $3 and i.kind = $2`);
  return readPage<LibraryRow>(db, {
    name: 'library-workspace',
    rows: [`${from} order by t.created_at desc, t.id limit $5 offset $6`, [...values, limit, offset]],
    total: [`select count(*)::bigint as total from (${from}) found`, values],
  });
}

/** Uuids of the library's items that a scene has components of, as of its stored document. */
export async function listUsedItems(db: Knex, compositionId: string): Promise<string[]> {
  const rows = await readQuery<{ item: string }>(
    db,
    'library-used',
    `select distinct lower(item #>> '{}') as item from composition_documents d
     cross join lateral jsonb_path_query(d.document, '$.nodes.*.props.library.item') item
     where d.composition_id = $1`,
    [compositionId],
  );
  return rows.map(({ item }) => item).filter(isOwnUuid);
}

/** One item, by its uuid or its file's. */
export async function findLibraryItem(
  db: Knex,
  target: { id: string; kind: LibraryKind; userId: string },
): Promise<LibraryRow | null> {
  const things = `
    ${ITEM} where i.kind = $2 and i.id = $3
    union all ${BARE} where $2 <> 'material' and s.id = $3 and s.type = $4 and ${IS_BARE}`;
  const rows = await readQuery<LibraryRow>(db, 'library-item', WITH_ROLE(things), [
    target.userId,
    target.kind,
    target.id,
    ASSET_TYPES[target.kind],
  ]);
  return rows[0] ?? null;
}
