import { assertFound, invalidField } from '../../contract/errors.ts';
import { MAX_NAMED_VERSIONS } from '../../contract/versions.ts';
import { MB } from '../../plans.ts';
import type { Knex } from '../db/knex.ts';
import { type PageOf, readPage, readQuery } from '../db/read-query.ts';
import { recordLive } from '../delivery/live-events.queries.ts';
import { recordEvent } from '../jobs/outbox.queries.ts';
import { personJson, type UserRow } from '../people/person-json.ts';
import { uuidv7 } from '../runtime/ids.ts';
import { findVersionCapacity } from './document-retention.queries.ts';

/** A version without its document. */
export type VersionRow = {
  id: string;
  composition_id: string;
  revision: number;
  name: string | null;
  automatic: boolean;
  author: UserRow | null;
  /** Name of the author of an imported version, if that is no user of this installation. */
  author_name: string | null;
  created_at: string;
  thumbnail_object: string | null;
};

const COLUMNS = `v.id, v.composition_id, v.revision, v.name, v.automatic, v.created_at, v.thumbnail_object, v.author_name,
  (select ${personJson()} from users u where u.id = v.created_by) as author`;

export async function findVersion(db: Knex, id: string): Promise<VersionRow | null> {
  const rows = await readQuery<VersionRow>(
    db,
    'version-read',
    `select ${COLUMNS} from scene_versions v where v.id = $1`,
    [id],
  );
  return rows[0] ?? null;
}

/** A page of the versions of a scene, newest first, with the total. */
export async function listVersions(
  db: Knex,
  filter: { compositionId: string; limit: number; offset: number },
): Promise<PageOf<VersionRow>> {
  return readPage<VersionRow>(db, {
    name: 'versions',
    rows: [
      `select ${COLUMNS} from scene_versions v where v.composition_id = $1
       order by v.created_at desc, v.id desc limit $2 offset $3`,
      [filter.compositionId, filter.limit, filter.offset],
    ],
    total: [
      'select count(*)::bigint as total from scene_versions where composition_id = $1',
      [filter.compositionId],
    ],
  });
}

/**
 * Minimum interval of automatic versions during edits. A state that was older before an edit is always kept.
 */
const CHECKPOINT_EVERY = '10 minutes';

/**
 * One automatic version is kept per span, the newest: all of the last hour, one an hour of the last day,
 * one a day of the last month, one a week of the last year. Ages are relative to the newest version,
 * so that a scene without edits for years keeps its versions.
 */
const SPANS = [
  { until: '1 hour', unit: '1 millisecond' },
  { until: '1 day', unit: '1 hour' },
  { until: '30 days', unit: '1 day' },
  { until: '365 days', unit: '7 days' },
] as const;

/** Maximum number of states before a restore, which are kept at any age. */
const MAX_REPLACED = 100;

/** Source of a version: the scene's stored state. */
const TAKE = `
  insert into scene_versions (id, composition_id, revision, name, automatic, document, thumbnail_object, created_by, created_at)
  select :id, c.id, c.revision, :name, :name::text is null, d.document,
    case when c.thumbnail_revision = c.revision then c.thumbnail_object end, coalesce(:by::uuid, c.updated_by), c.updated_at
  from compositions c join composition_documents d on d.composition_id = c.id
  where c.id = :scene`;

/**
 * Stores the current state as an automatic version, unless one was stored recently or the scene is empty.
 * Requires the lock of the scene's document.
 */
export async function saveCheckpoint(trx: Knex, compositionId: string): Promise<void> {
  const id = uuidv7();
  const { rowCount } = await trx.raw<{ rowCount: number }>(
    `${TAKE} and c.nodes > 0 and not exists (
       select 1 from scene_versions v where v.composition_id = c.id
         and (v.revision = c.revision or v.taken_at > now() - interval '${CHECKPOINT_EVERY}'))`,
    { id, name: null, by: null, scene: compositionId },
  );
  if (rowCount > 0) {
    await thinVersions(trx, compositionId);
    await requestPicture(trx, id);
  }
}

/**
 * Stores the state that a restored version replaces, which is not thinned with age; an automatic version of
 * the same state is sufficient. Requires the lock of the scene's document.
 */
export async function saveReplaced(trx: Knex, compositionId: string): Promise<void> {
  const id = uuidv7();
  const { rowCount } = await trx.raw<{ rowCount: number }>(
    `${TAKE} and not exists (
       select 1 from scene_versions v where v.composition_id = c.id and v.revision = c.revision and v.automatic)`,
    { id, name: null, by: null, scene: compositionId },
  );
  await trx.raw(
    `update scene_versions v set replaced = true from compositions c
     where c.id = ? and v.composition_id = c.id and v.revision = c.revision and v.automatic`,
    [compositionId],
  );
  if (rowCount > 0) {
    await thinVersions(trx, compositionId);
    await requestPicture(trx, id);
  }
}

/**
 * Stores the state of a scene as a named version. @returns the version's id.
 * @throws CodedError `request.invalid` beyond the maximum number, `request.not-found` when the scene is gone.
 */
export async function createVersion(
  trx: Knex,
  compositionId: string,
  { name, userId }: { name: string; userId: string },
): Promise<string> {
  await assertRoom(trx, compositionId);
  const known = await nameKnownState(trx, compositionId, { name, userId });
  if (known !== null) {
    return known;
  }
  const id = uuidv7();
  const { rowCount } = await trx.raw<{ rowCount: number }>(TAKE, {
    id,
    name,
    by: userId,
    scene: compositionId,
  });
  assertFound(rowCount !== 0);
  await requestPicture(trx, id);
  return id;
}

/** Names an existing version of the same state, if there is one, instead of storing it again. */
async function nameKnownState(
  trx: Knex,
  compositionId: string,
  { name, userId }: { name: string; userId: string },
): Promise<string | null> {
  const { rows } = await trx.raw<{ rows: { id: string }[] }>(
    `update scene_versions v set name = :name, automatic = false, created_by = :by from compositions c
     where c.id = :scene and v.composition_id = c.id and v.revision = c.revision and v.automatic and not v.replaced
     returning v.id`,
    { name, by: userId, scene: compositionId },
  );
  return rows[0]?.id ?? null;
}

/** Names a version, which is then kept until a user deletes it. @throws CodedError as above. */
export async function nameVersion(
  trx: Knex,
  version: { id: string; compositionId: string; automatic: boolean },
  name: string,
): Promise<void> {
  if (version.automatic) {
    await assertRoom(trx, version.compositionId);
  }
  await trx('scene_versions').where({ id: version.id }).update({ name, automatic: false });
}

export async function deleteVersion(db: Knex, id: string): Promise<void> {
  await db('scene_versions').where({ id }).delete();
}

/** Stores the picture of a version. */
export async function attachVersionThumbnail(trx: Knex, id: string, thumbnail: string): Promise<void> {
  const [row] = await trx('scene_versions')
    .where({ id })
    .update({ thumbnail_object: thumbnail })
    .returning('composition_id');
  const scene = row && (await trx('compositions').where({ id: row.composition_id }).first('account_id'));
  if (row && scene) {
    const accountId = scene.account_id;
    await recordLive(trx, { topic: 'composition', id: row.composition_id, type: 'updated', accountId });
  }
}

/** Data for rendering a version; null when it is gone, or its scene is in the trash. */
export async function findVersionWork(
  db: Knex,
  id: string,
): Promise<{ accountId: string; thumbnail: string | null; document: unknown } | null> {
  const { rows } = await db.raw<{
    rows: { account_id: string; thumbnail_object: string | null; document: unknown }[];
  }>(
    `select c.account_id, v.thumbnail_object, v.document from scene_versions v
     join compositions c on c.id = v.composition_id and c.deleted_at is null where v.id = ?`,
    [id],
  );
  const row = rows[0];
  return row ? { accountId: row.account_id, thumbnail: row.thumbnail_object, document: row.document } : null;
}

async function assertRoom(trx: Knex, compositionId: string): Promise<void> {
  // Serialises concurrent calls, so that the maximum holds.
  await trx('compositions').where({ id: compositionId }).forNoKeyUpdate().first('id');
  const { rows } = await trx.raw<{ rows: { named: number; bytes: number }[] }>(
    `select count(*)::int as named, coalesce(sum(pg_column_size(document)), 0)::bigint as bytes
     from scene_versions where composition_id = ? and not automatic`,
    [compositionId],
  );
  const room = await findVersionCapacity(trx, compositionId);
  const isFull = (rows[0]?.bytes ?? 0) >= room;
  if (isFull || (rows[0]?.named ?? 0) >= MAX_NAMED_VERSIONS) {
    const text = isFull ? 'version.limit.storage' : 'version.limit';
    const params = { count: MAX_NAMED_VERSIONS, size: room / MB };
    throw invalidField('name', 'version.limit', { text, params });
  }
}

/** Uses the card picture where it shows the same state; otherwise requests a new one. */
async function requestPicture(trx: Knex, versionId: string): Promise<void> {
  const row = await trx('scene_versions')
    .where({ id: versionId })
    .first('thumbnail_object', 'composition_id');
  if (row?.thumbnail_object === null) {
    await requestVersionPicture(trx, { id: versionId, compositionId: row.composition_id });
  }
}

/** Largest turn of a version's picture. */
const MAX_TURN = 50;

/**
 * Requests the picture of a version, after those of its workspace that were stored just before.
 * @param version.least lowest turn, for versions with an earlier time
 */
export async function requestVersionPicture(
  trx: Knex,
  { id, compositionId, least = 0 }: { id: string; compositionId: string; least?: number },
): Promise<void> {
  const { rows } = await trx.raw<{ rows: unknown[] }>(
    `select from (
       select :compositionId::uuid as id
       union select id from compositions where deleted_at is null and updated_at > now() - interval '10 minutes'
         and account_id = (select account_id from compositions where id = :compositionId)) c
     join scene_versions v on v.composition_id = c.id and v.taken_at > now() - interval '10 minutes'
       and v.thumbnail_object is null and v.id <> :id
     limit ${MAX_TURN}`,
    { id, compositionId },
  );
  const turn = Math.max(rows.length, Math.min(least, MAX_TURN));
  await recordEvent(trx, { name: 'version.kept', payload: { versionId: id, ...(turn > 0 && { turn }) } });
}

/** Deletes automatic versions by age and size; states before a restore by number only. */
export async function thinVersions(trx: Knex, compositionId: string): Promise<void> {
  const room = await findVersionCapacity(trx, compositionId);
  const spans = SPANS.map(
    ({ until, unit }) =>
      `when created_at > newest - interval '${until}' then '${unit}' || date_bin('${unit}', created_at, 'epoch')`,
  );
  await trx.raw(
    `delete from scene_versions where id in (
       select id from (
         select id, span, row_number() over (partition by span order by created_at desc, id desc) as place,
           sum(size) over (order by created_at desc, id desc rows unbounded preceding) as bytes
         from (
           select id, created_at, pg_column_size(document) as size, case ${spans.join(' ')} end as span
           from (select *, max(created_at) over () as newest from scene_versions
             where composition_id = ? and automatic and not replaced) aged) spanned) ranked
       where span is null or place > 1 or bytes > ?)`,
    [compositionId, room],
  );
  await trx.raw(
    `delete from scene_versions where id in (
       select id from (
         select id, row_number() over newest as place,
           sum(pg_column_size(document)) over (newest rows unbounded preceding) as bytes
         from scene_versions where composition_id = ? and automatic and replaced
         window newest as (order by taken_at desc, id desc)) ranked
       where place > ${MAX_REPLACED} or (place > 1 and bytes > ?))`,
    [compositionId, room],
  );
}
