import type pg from 'pg';
import { LARGE_BYTES } from '../../../domain/import-queue.ts';
import type { EventName } from '../../../events/index.ts';
import { uuidv7 } from '../../runtime/ids.ts';

/** Rows that lose one of some objects. */
const holders = (table: string, ...places: string[]) =>
  `select holder_id from lost where held_by = '${table}' and place in (${places.map((place) => `'${place}'`)})`;

const OUTPUT_FILES = ['glb_object', 'mobile_object', 'ar_object', 'usdz_object', 'thumbnail_object'];
const COPIED = 'composition_id, requested_by, revision, document, asset_ids, source_object, file_settings';

/** Turn of all files that are made again: they go after the first that a workspace asks for meanwhile. */
const RESTORED_TURN = 9;

type Derived = {
  event: EventName;
  /** Changes rows and returns payloads of the event. */
  sql: string;
};

/**
 * Events that request lost files again. A published output gets a successor, and its link stays open meanwhile.
 * Originals and logos cannot be derived.
 */
const DERIVED: readonly Derived[] = [
  {
    event: 'composition.rested',
    sql: `update compositions set thumbnail_revision = null
      where deleted_at is null and id in (${holders('compositions', 'thumbnail_object')})
      returning jsonb_build_object('compositionId', id) as payload`,
  },
  {
    event: 'version.kept',
    sql: `select jsonb_build_object('versionId', holder_id) as payload
      from (${holders('scene_versions', 'thumbnail_object')}) versions`,
  },
  {
    event: 'output.requested',
    sql: `insert into scene_outputs (id, ${COPIED})
      select gen_random_uuid(), o.${COPIED.replaceAll(', ', ', o.')} from scene_outputs o
      join compositions c on c.published_output_id = o.id and c.deleted_at is null
      where o.status = 'completed' and o.id in (${holders('scene_outputs', ...OUTPUT_FILES)})
        and o.id not in (${holders('scene_outputs', 'source_object')})
      returning jsonb_build_object('outputId', id) as payload`,
  },
  {
    event: 'output.completed',
    sql: `update scene_outputs set
        carousel_objects = case when exists (select from lost where holder_id = id and place = 'carousel_objects')
          then '{}' else carousel_objects end,
        carousel_hd_objects = case when exists (select from lost where holder_id = id and place = 'carousel_hd_objects')
          then '{}' else carousel_hd_objects end
      where id in (${holders('scene_outputs', 'carousel_objects', 'carousel_hd_objects')})
      returning jsonb_build_object('outputId', id) as payload`,
  },
  {
    event: 'library.material-saved',
    sql: `select jsonb_build_object('itemId', id) as payload from library_items
      where material is not null and id in (${holders('library_items', 'thumbnail_object')})`,
  },
  {
    event: 'invoice.recorded',
    sql: `select jsonb_build_object('invoiceId', id, 'isRedrawn', true) as payload from invoices
      where account_id is not null and id in (${holders('invoices', 'document_object')})`,
  },
  {
    event: 'asset.uploaded',
    sql: `update assets set status = 'uploaded', progress = 0, fence = 0, import_round = import_round + 1,
        main_object = null, mobile_object = null, thumbnail_object = null, report = null,
        wants_original = false, shows_original = false
      where status = 'ready' and deleted_at is null and original_object is not null
        and id in (${holders('assets', 'main_object', 'mobile_object', 'thumbnail_object')})
        and id not in (${holders('assets', 'original_object')})
      returning jsonb_strip_nulls(jsonb_build_object('assetId', id, 'round', import_round,
        'isLarge', nullif(size >= ${LARGE_BYTES}, false))) as payload`,
  },
];

/**
 * Requests the files that can be made again from rows, of objects that a backup does not have. Files of combinations
 * are made when a visitor asks for them. Call it before the rows of the objects are deleted.
 * @param options.keys - keys of the objects
 * @param options.tables - tables of the backup's release
 */
export async function requestDerived(
  client: pg.Client,
  { keys, tables }: { keys: readonly string[]; tables: ReadonlySet<string> },
): Promise<void> {
  await client.query('create temporary table lost (held_by text, holder_id uuid, place text) on commit drop');
  await client.query(
    `insert into lost select r.held_by, r.holder_id, r.place
     from object_refs r join objects o on o.id = r.object_id where o.key = any ($1::text[])`,
    [keys],
  );
  for (const { event, sql } of DERIVED) {
    const { rows } = await client.query<{ payload: object }>(sql);
    for (const { payload } of rows) {
      // The columns that every release of the table has.
      await client.query('insert into outbox (id, name, payload) values ($1, $2, $3)', [
        uuidv7(),
        event,
        { ...payload, turn: RESTORED_TURN },
      ]);
    }
  }
  if (tables.has('option_outputs')) {
    await client.query(
      `delete from option_outputs where id in (select holder_id from lost where held_by = 'option_outputs')`,
    );
  }
}
