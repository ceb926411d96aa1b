import { ASSET_TYPE } from '../../../contract/assets.ts';
import { LIBRARY_ACCOUNT_ID, type LibraryKind } from '../../../domain/library.ts';
import type { Language } from '../../../i18n/t.ts';
import type { Knex } from '../knex.ts';
import { readQuery } from '../read.ts';
import type { AssetExtra, AssetRow } from './assets.ts';

/** A thing of the library, with its file and what its own person may do with it. */
export type LibraryRow = {
  id: string;
  kind: LibraryKind;
  account_id: string;
  asset_id: string | null;
  material: Record<string, unknown> | null;
  name: string;
  /** The name in other languages. */
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
  account_role: 'owner' | 'admin' | 'guest' | null;
  account_is_active: boolean;
  /** Only a file of the workspace so far: nothing was said about it. */
  is_bare: boolean;
};

/** Which of a workspace's files stand on a shelf by themselves. */
const ASSET_TYPES: Record<LibraryKind, number> = {
  model: ASSET_TYPE.model,
  texture: ASSET_TYPE.texture,
  hdri: ASSET_TYPE.hdri,
  material: ASSET_TYPE.material,
};

const ITEM = `
  select i.id, i.kind, i.account_id, i.asset_id, i.material, i.name, i.names, i.description, i.category_id, i.tags,
    i.credit_author, i.credit_licence, i.credit_url, i.is_published, i.created_at, i.updated_at, i.position,
    coalesce(i.thumbnail_object, s.thumbnail_object) as thumbnail_object, s.main_object,
    coalesce(s.status, 'ready') as status, s.size, s.extra, false as is_bare
  from library_items i left join assets s on s.id = i.asset_id`;

/** A file that people uploaded into a workspace and that no item speaks of. */
const BARE = `
  select s.id, case s.type when ${ASSET_TYPE.model} then 'model' when ${ASSET_TYPE.hdri} then 'hdri' else 'texture' end as kind,
    s.account_id, s.id as asset_id, null::jsonb as material,
    regexp_replace(s.name, '\\.[A-Za-z0-9]{1,5}$', '') as name, '{}'::jsonb as names, null::text as description, null::uuid as category_id,
    '{}'::text[] as tags, null::text as credit_author, null::text as credit_licence, null::text as credit_url,
    true as is_published, s.created_at, s.updated_at, 0 as position, s.thumbnail_object, s.main_object, s.status, s.size,
    s.extra, true as is_bare
  from assets s`;

const IS_BARE = `s.deleted_at is null and not exists (select 1 from library_items x where x.asset_id = s.id)`;

/** What every list and read adds: the person's place in the thing's workspace; `$1` is the person. */
const WITH_ROLE = (things: string) => `
  select t.*, case when a.owner_id = $1 then 'owner' else am.role end as account_role,
    a.is_active as account_is_active
  from (${things}) t
  join accounts a on a.id = t.account_id
  left join account_members am on am.account_id = a.id and am.user_id = $1`;

/** Which things a list holds. */
export type LibraryFilter = {
  userId: string;
  kind: LibraryKind;
  categoryId: string | null;
  /** Words of name, tags or description, without regard to case. */
  words: string | null;
  limit: number;
  offset: number;
};

const MATCHES = `
  ($3::uuid is null or t.category_id = $3)
  and ($4::text is null or t.name ilike $4 or t.names::text ilike $4 or t.description ilike $4 or array_to_string(t.tags, ' ') ilike $4)`;

type Page = { rows: LibraryRow[]; total: number };

/** A page of what is for everybody; what is not published or not ready is for operators. */
export function listSharedLibrary(
  db: Knex,
  filter: LibraryFilter,
  { isWhole }: { isWhole: boolean },
): Promise<Page> {
  const things = `${ITEM} where i.account_id = '${LIBRARY_ACCOUNT_ID}' and i.kind = $2`;
  const where = `where ${MATCHES} and ($5::boolean or (t.is_published and t.status = 'ready'))`;
  return page(db, 'library-shared', {
    from: `${WITH_ROLE(things)} ${where}`,
    order: isWhole ? 'created_at desc, id' : 'position, created_at desc, id',
    values: [filter.userId, filter.kind, filter.categoryId, patternOf(filter.words), isWhole],
    filter,
  });
}

/** A page of what belongs to the workspaces a person works in, newest first: saved things and uploaded files. */
export function listOwnLibrary(
  db: Knex,
  filter: LibraryFilter,
  { accountId }: { accountId: string | null },
): Promise<Page> {
  const things = `
    ${ITEM} where i.kind = $2 and i.account_id <> '${LIBRARY_ACCOUNT_ID}'
    union all
    ${BARE} where $2 <> 'material' and s.type = $6 and s.status = 'ready' and ${IS_BARE} and s.account_id <> '${LIBRARY_ACCOUNT_ID}'
      and coalesce(s.upload_type, 'scene') in ('scene', 'library')`;
  const where = `where ${MATCHES} and (a.owner_id = $1 or am.role = 'admin') and ($5::uuid is null or a.id = $5)`;
  return page(db, 'library-own', {
    from: `${WITH_ROLE(things)} ${where}`,
    order: 'created_at desc, id',
    values: [
      filter.userId,
      filter.kind,
      filter.categoryId,
      patternOf(filter.words),
      accountId,
      ASSET_TYPES[filter.kind],
    ],
    filter,
  });
}

/** One thing, by its own uuid or its file's. */
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

async function page(
  db: Knex,
  name: string,
  query: { from: string; order: string; values: readonly unknown[]; filter: LibraryFilter },
): Promise<Page> {
  const { from, order, values, filter } = query;
  const at = values.length;
  const [rows, counts] = await Promise.all([
    // The order is part of the text, and so of the statement's name.
    readQuery<LibraryRow>(
      db,
      `${name} ${order}`,
      `select * from (${from}) found order by ${order} limit $${at + 1} offset $${at + 2}`,
      [...values, filter.limit, filter.offset],
    ),
    readQuery<{ total: number }>(
      db,
      `${name}-count`,
      `select count(*)::bigint as total from (${from}) found`,
      values,
    ),
  ]);
  return { rows, total: counts[0]?.total ?? 0 };
}

function patternOf(words: string | null): string | null {
  return words === null ? null : `%${words.replace(/[\\%_]/g, '\\$&')}%`;
}
