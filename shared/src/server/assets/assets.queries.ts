import type { ImportReport } from '../../contract/assets.ts';
import { LARGE_BYTES, MAX_PROMPT_TURN } from '../../domain/import-queue.ts';
import { LIBRARY_ACCOUNT_ID } from '../../domain/library.ts';
import { QUEUE_PLACES, type QueueName } from '../../jobs/define.ts';
import { createConditions } from '../db/conditions.ts';
import type { Knex } from '../db/knex.ts';
import { type PageOf, readPage, readQuery } from '../db/read-query.ts';
import { SILENT_AFTER_MS } from '../runtime/heartbeats.queries.ts';

type Point = [number, number, number];

/** Import results of a file, as stored. */
export type AssetExtra = {
  triangles?: number;
  /** Absent for models imported before textures were counted. */
  textures?: number;
  bounds?: { min: Point; max: Point };
  animations?: { name: string; seconds: number }[];
  slots?: string[];
  colors?: string[];
  /** Absent for models imported before variants were kept. */
  variants?: string[];
  /** Original format of a model; absent for models imported before it was stored. */
  format?: string;
  /** Subtracted from the position of a model at map coordinates, in metres. */
  offset?: Point;
  /** Size of the upright original picture; absent for uploads of older releases. */
  pixels?: { width: number; height: number };
  /** Length of a sound. */
  seconds?: number;
  /** Duration of the import. */
  importSeconds?: number;
};

/** An asset with its position in the queue. */
export type AssetRow = {
  id: string;
  account_id: string;
  composition_id: string | null;
  created_by: string | null;
  type: number;
  upload_type: string | null;
  name: string;
  size: number;
  status: 'uploaded' | 'processing' | 'ready' | 'failed';
  progress: number;
  original_object: string | null;
  main_object: string | null;
  mobile_object: string | null;
  thumbnail_object: string | null;
  report: ImportReport | null;
  error_code: string | null;
  error_detail: string | null;
  extra: AssetExtra;
  /**
   * Whether the model should be shown in its original form, and whether it is. The two differ while the
   * original is processed.
   */
  wants_original: boolean;
  shows_original: boolean;
  /** Priority number of its import, see `importPriority`. */
  turn: number;
  /** Number of the current import, from 0; results of earlier ones are ignored. */
  import_round: number;
  created_at: string;
  updated_at: string;
  /** Number of imports ahead in the same slots; null once the import runs. */
  position: number | null;
  /**
   * Estimated seconds per import ahead, from the duration of recent ones and the concurrency; null if
   * unknown.
   */
  pace: number | null;
};

/** Number of recent files from which import durations are estimated. */
const LOOKED_AT = 300;

/**
 * Average seconds between completed imports of a queue. It does not depend on the row, so it is computed once
 * per statement, and only where an import waits.
 */
const paceOf = (queue: QueueName, size: string) => `(
  select avg((r.extra->>'importSeconds')::float8) / (${QUEUE_PLACES[queue]} * greatest(1,
    (select count(*) from process_heartbeats where '${queue}' = any(queues) and seen_at > now() - interval '${SILENT_AFTER_MS} ms')))
  from (select size, extra from assets order by id desc limit ${LOOKED_AT}) r
  where r.size ${size} ${LARGE_BYTES} and r.extra ? 'importSeconds')`;

/** Slots in which an asset is imported, see `importPriority`. */
const slotsOf = (asset: string) =>
  `(case when ${asset}.size >= ${LARGE_BYTES} then 'large' when ${asset}.turn > ${MAX_PROMPT_TURN} then 'bulk' else 'prompt' end)`;

const SELECT = `
  select s.id, s.account_id, s.composition_id, s.created_by, s.type, s.upload_type, s.name, s.size, s.status, s.progress,
    s.original_object, s.main_object, s.mobile_object, s.thumbnail_object, s.report, s.error_code, s.error_detail,
    s.extra, s.wants_original, s.shows_original, s.turn, s.import_round, s.created_at, s.updated_at,
    case when s.status = 'uploaded' then (select count(*) from assets w
      where w.status in ('uploaded', 'processing') and w.deleted_at is null
        and ${slotsOf('w')} = ${slotsOf('s')}
        and (w.status = 'processing' or (w.turn, w.updated_at) < (s.turn, s.updated_at)))::int + 1 end as position,
    case when s.status = 'uploaded' then case ${slotsOf('s')} when 'large' then ${paceOf('large-assets', '>=')}
      when 'bulk' then ${paceOf('bulk-assets', '<')} else ${paceOf('assets', '<')} end end as pace
  from assets s`;

/** Condition for those of the assets `$1` that can be used in the workspace `$2`. */
const USABLE = `s.id = any ($1::uuid[]) and s.account_id in ($2, '${LIBRARY_ACCOUNT_ID}') and s.deleted_at is null`;

/** One asset that is not deleted. */
export async function findAsset(db: Knex, id: string): Promise<AssetRow | null> {
  const rows = await readQuery<AssetRow>(
    db,
    'asset-read',
    `${SELECT} where s.id = $1 and s.deleted_at is null`,
    [id],
  );
  return rows[0] ?? null;
}

/**
 * Whether a user may see an asset. They are a member of its workspace (guests only through a scene or as
 * the uploader), or can open a scene that uses it.
 */
export async function canSeeAsset(db: Knex, assetId: string, userId: string): Promise<boolean> {
  const rows = await readQuery<unknown>(
    db,
    'asset-visible',
    `select s.id from assets s join accounts a on a.id = s.account_id
     left join account_members am on am.account_id = a.id and am.user_id = $2
     where s.id = $1 and (a.is_library or a.owner_id = $2 or am.role = 'admin'
       or (s.created_by = $2 and exists (select 1 from members m where m.account_id = a.id and m.user_id = $2)) or exists (
       select 1 from compositions c
       left join composition_members cm on cm.composition_id = c.id and cm.user_id = $2
       left join project_members pm on pm.project_id = c.project_id and pm.user_id = $2
       where c.account_id = s.account_id and c.deleted_at is null and (cm.user_id is not null or pm.user_id is not null)
         and c.id = any (array(select s.composition_id union select e.composition_id from composition_assets e where e.asset_id = s.id))))`,
    [assetId, userId],
  );
  return rows.length > 0;
}

/** A page of a workspace's assets, newest first, with the total. */
export async function listAssets(
  db: Knex,
  filter: { accountId: string; type: number | null; limit: number; offset: number },
): Promise<PageOf<AssetRow>> {
  const conditions = createConditions(filter.accountId);
  conditions.add('t', filter.type, (it) => `s.type = ${it}`);
  const { name, sql, values } = conditions;
  const where = `where s.account_id = $1 and s.deleted_at is null and ${sql}`;
  const [limit, offset] = [1, 2].map((at) => `$${values.length + at}`);
  const order = 'order by s.created_at desc, s.id';
  return readPage<AssetRow>(db, {
    name: `asset-list ${name}`,
    rows: [
      `${SELECT} where s.id = any (array(select s.id from assets s ${where} ${order} limit ${limit} offset ${offset})) ${order}`,
      [...values, filter.limit, filter.offset],
    ],
    total: [`select count(*)::bigint as total from assets s ${where}`, values],
  });
}

/**
 * Filters assets that a scene or a material of a workspace may reference: those of the workspace and of the
 * library, without deleted ones.
 */
export async function findUsableAssets(
  db: Knex,
  accountId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  const rows = await readQuery<{ id: string }>(
    db,
    'asset-usable',
    `select s.id from assets s where ${USABLE}`,
    [ids, accountId],
  );
  return new Set(rows.map(({ id }) => id));
}

/** Keeps assets from being deleted until the transaction ends. */
export async function keepAssets(trx: Knex, ids: readonly string[]): Promise<void> {
  await trx.raw('select id from assets where id = any (?::uuid[]) order by id for key share', [[...ids]]);
}

/** Renderable files of an asset; `mobile_object` is the smaller one, if any. */
export type AssetFiles = {
  id: string;
  type: number;
  name: string;
  main_object: string;
  mobile_object: string | null;
};

/** Renderable files of the assets that a workspace can use and that are ready. */
export function listAssetFiles(db: Knex, accountId: string, ids: readonly string[]): Promise<AssetFiles[]> {
  return readQuery(
    db,
    'asset-files',
    `select s.id, s.type, s.name, s.main_object, s.mobile_object from assets s where ${USABLE} and s.main_object is not null`,
    [ids, accountId],
  );
}

/** Whether a conversion of an asset `s` is to come or in progress, so that another file is to come. */
export const IS_CONVERTING = `(s.main_object is null and s.status in ('uploaded', 'processing')
  or s.wants_original <> s.shows_original)`;

/** Whether one of these assets is being converted. */
export async function areConverting(db: Knex, accountId: string, ids: readonly string[]): Promise<boolean> {
  const rows = await readQuery<unknown>(
    db,
    'assets-converting',
    `select 1 from assets s where ${USABLE} and ${IS_CONVERTING} limit 1`,
    [ids, accountId],
  );
  return rows.length > 0;
}

/** Renderable files of the assets that a scene uses, in its document or in unmerged edits. */
export async function listSceneFiles(
  db: Knex,
  { compositionId, accountId }: { compositionId: string; accountId: string },
): Promise<AssetFiles[]> {
  const used = await readQuery<{ asset_id: string }>(
    db,
    'scene-assets-now',
    `select distinct asset_id from composition_assets
     where composition_id = $1 and output_id is null and version_id is null`,
    [compositionId],
  );
  return listAssetFiles(
    db,
    accountId,
    used.map(({ asset_id }) => asset_id),
  );
}
