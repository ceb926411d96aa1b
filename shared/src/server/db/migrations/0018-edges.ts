import { LIBRARY_ACCOUNT_ID } from '../../../domain/library.ts';
import type { Migration } from '../migrate.ts';

/** Columns of a table that reference stored objects; `lists` are arrays of them. */
type Holder = { table: string; columns: readonly string[]; lists: readonly string[] };

const HOLDERS: readonly Holder[] = [
  {
    table: 'assets',
    columns: ['original_object', 'main_object', 'mobile_object', 'thumbnail_object'],
    lists: [],
  },
  {
    table: 'scene_outputs',
    columns: ['source_object', 'glb_object', 'mobile_object', 'usdz_object', 'thumbnail_object'],
    lists: ['carousel_objects', 'carousel_hd_objects'],
  },
  { table: 'compositions', columns: ['thumbnail_object'], lists: [] },
  { table: 'library_items', columns: ['thumbnail_object'], lists: [] },
  { table: 'invoices', columns: ['document_object'], lists: [] },
  { table: 'users', columns: ['avatar_object'], lists: [] },
  { table: 'accounts', columns: ['logo_object'], lists: [] },
];

/** Foreign keys without an index, which the database needs when a referenced row is deleted. */
const UNINDEXED: readonly [table: string, column: string][] = [
  ['compositions', 'thumbnail_object'],
  ['compositions', 'published_output_id'],
  ['invoices', 'document_object'],
  ['accounts', 'watermark_asset'],
  ...(['source', 'glb', 'mobile', 'usdz', 'thumbnail'] as const).map(
    (name) => ['scene_outputs', `${name}_object`] as [string, string],
  ),
];

/**
 * References to files. `object_refs` records which row references which stored object, `composition_assets`
 * which scene uses which asset: in its document, in an edit that is not merged into it yet, or in the
 * source of an output. An asset of another workspace, except the library's, never belongs to a scene, even if
 * its document names it. Triggers maintain both, so that they are correct for code of every release.
 */
export const edges: Migration = {
  name: '0018-edges',
  up: async (trx) => {
    await trx.raw(OBJECT_REFS);
    for (const holder of HOLDERS) {
      await trx.raw(keepObjects(holder));
    }
    for (const [table, column] of UNINDEXED) {
      await trx.raw(
        `create index ${table}_${column.replace('_object', '')} on ${table} (${column}) where ${column} is not null`,
      );
    }
    await trx.raw(OLD_OUTPUTS);
    await trx.raw(COMPOSITION_ASSETS);
    await trx.raw(LIBRARY_MAPS);
  },
};

/**
 * No foreign key to `objects`: a user's picture may outlive the workspace it was uploaded into, and a plain
 * row is cheap.
 */
const OBJECT_REFS = `
  create table object_refs (
    object_id uuid not null,
    held_by text not null,
    holder_id uuid not null,
    place text not null,
    primary key (object_id, held_by, holder_id, place)
  );
  create index object_refs_holder on object_refs (held_by, holder_id);`;

/** The trigger of one table, and the existing rows. */
export function keepObjects({ table, columns, lists }: Holder): string {
  const named = (row: string) => [
    `select '${table}', ${row}.id, place, object from (values ${columns
      .map((column) => `('${column}', ${row}.${column})`)
      .join(', ')}) as named (place, object)`,
    ...lists.map((list) => `select '${table}', ${row}.id, '${list}', unnest(${row}.${list})`),
  ];
  const insert = (rows: string) => `
    insert into object_refs (held_by, holder_id, place, object_id)
    select held.* from (${rows}) as held (held_by, holder_id, place, object_id)
    where held.object_id is not null on conflict do nothing;`;
  return `
    create function ${table}_hold_objects() returns trigger language plpgsql as $$
    begin
      if tg_op <> 'INSERT' then
        delete from object_refs where held_by = '${table}' and holder_id = old.id;
      end if;
      if tg_op <> 'DELETE' then
        ${insert(named('new').join(' union all '))}
      end if;
      return null;
    end $$;
    create trigger ${table}_hold_objects after insert or delete or update of ${[...columns, ...lists].join(', ')}
      on ${table} for each row execute function ${table}_hold_objects();
    ${insert(
      named('t')
        .map((rows) => `select rows.* from ${table} t cross join lateral (${rows}) as rows`)
        .join(' union all '),
    )}`;
}

/** From now on only the newest three outputs of each scene and the published one are kept. */
const OLD_OUTPUTS = `
  delete from scene_outputs o using (
    select id, row_number() over (partition by composition_id order by created_at desc, id desc) as place
    from scene_outputs) ranked
  where ranked.id = o.id and ranked.place > 3 and o.status not in ('queued', 'running')
    and not exists (select 1 from compositions c where c.published_output_id = o.id);`;

/**
 * An edge of the document has neither `update_seq` nor `output_id`. Edges of an edit are deleted with it, in
 * the transaction that merges it into the document. In the bytes of an edit, text is stored contiguously and
 * unencoded.
 */
const COMPOSITION_ASSETS = `
  create function named_assets(words text) returns uuid[] language sql immutable strict parallel safe as $$
    select coalesce(array_agg(distinct found[1]::uuid), '{}')
    from regexp_matches(words, '/api/assets/([0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12})', 'g') as found
  $$;

  create table composition_assets (
    composition_id uuid not null references compositions (id) on delete cascade,
    asset_id uuid not null references assets (id) on delete cascade,
    update_seq bigint,
    output_id uuid references scene_outputs (id) on delete cascade,
    check (update_seq is null or output_id is null),
    unique nulls not distinct (asset_id, composition_id, update_seq, output_id)
  );
  create index composition_assets_scene on composition_assets (composition_id, update_seq);
  create index composition_assets_output on composition_assets (output_id) where output_id is not null;

  create function own_assets(scene uuid, ids uuid[]) returns setof uuid language sql stable as $$
    select s.id from assets s join compositions c on c.id = scene
    where s.id = any (ids) and s.account_id in (c.account_id, '${LIBRARY_ACCOUNT_ID}')
  $$;

  create function documents_hold_assets() returns trigger language plpgsql as $$
  declare named uuid[] := named_assets(new.document::text);
  begin
    delete from composition_assets
      where composition_id = new.composition_id and update_seq is null and output_id is null and asset_id <> all (named);
    insert into composition_assets (composition_id, asset_id)
      select new.composition_id, own from own_assets(new.composition_id, named) as own on conflict do nothing;
    return null;
  end $$;
  create trigger documents_hold_assets after insert or update of document on composition_documents
    for each row execute function documents_hold_assets();

  create function updates_hold_assets() returns trigger language plpgsql as $$
  begin
    insert into composition_assets (composition_id, asset_id, update_seq)
      select u.composition_id, own, u.seq
      from added u cross join lateral own_assets(u.composition_id, named_assets(encode(u.bytes, 'escape'))) as own
      where position('/api/assets/'::bytea in u.bytes) > 0
      on conflict do nothing;
    return null;
  end $$;
  create trigger updates_hold_assets after insert on composition_updates referencing new table as added
    for each statement execute function updates_hold_assets();

  create function updates_let_assets_go() returns trigger language plpgsql as $$
  begin
    delete from composition_assets e using removed u
      where e.composition_id = u.composition_id and e.update_seq = u.seq;
    return null;
  end $$;
  create trigger updates_let_assets_go after delete on composition_updates referencing old table as removed
    for each statement execute function updates_let_assets_go();

  create function outputs_hold_assets() returns trigger language plpgsql as $$
  begin
    insert into composition_assets (composition_id, asset_id, output_id)
      select new.composition_id, own, new.id from own_assets(new.composition_id, new.asset_ids) as own
      on conflict do nothing;
    return null;
  end $$;
  create trigger outputs_hold_assets after insert on scene_outputs
    for each row execute function outputs_hold_assets();

  insert into composition_assets (composition_id, asset_id)
    select d.composition_id, own from composition_documents d
    cross join lateral own_assets(d.composition_id, named_assets(d.document::text)) as own;
  insert into composition_assets (composition_id, asset_id, update_seq)
    select u.composition_id, own, u.seq from composition_updates u
    cross join lateral own_assets(u.composition_id, named_assets(encode(u.bytes, 'escape'))) as own
    where position('/api/assets/'::bytea in u.bytes) > 0;
  insert into composition_assets (composition_id, asset_id, output_id)
    select o.composition_id, own, o.id from scene_outputs o
    cross join lateral own_assets(o.composition_id, o.asset_ids) as own;`;

/** Textures of library materials. */
const LIBRARY_MAPS = `
  alter table library_items
    add column map_ids uuid[] not null generated always as (coalesce(named_assets(material::text), '{}')) stored;
  create index library_items_maps on library_items using gin (map_ids) with (fastupdate = off) where map_ids <> '{}';`;
