import { CodedError } from '../../../contract/errors.ts';
import { MAX_NAMED_VERSIONS } from '../../../contract/versions.ts';
import { MB } from '../../../plans.ts';
import { uuidv7 } from '../../ids.ts';
import type { Knex } from '../knex.ts';
import { recordLive } from '../live-events.ts';
import { recordEvent } from '../outbox.ts';
import { findVersionRoom } from './kept-documents.ts';

/** While a scene is edited, a state of it is kept at most so often. What stood for longer before an edit always is. */
const CHECKPOINT_EVERY = '10 minutes';

/**
 * Of those that were kept by themselves one stays of each span, the newest: all of the last hour, one an hour of the last
 * day, one a day of the last month, one a week of the last year, all of it counted from the newest, so that a scene that
 * rested for years keeps what it had.
 */
const SPANS = [
  { until: '1 hour', unit: '1 millisecond' },
  { until: '1 day', unit: '1 hour' },
  { until: '30 days', unit: '1 day' },
  { until: '365 days', unit: '7 days' },
] as const;

/** Most states that restored versions replaced; they stay whatever their age. */
const MOST_REPLACED = 100;

/** Where a version comes from, as the scene stands in the database. */
const TAKE = `
  insert into scene_versions (id, composition_id, revision, name, automatic, document, thumbnail_object, created_by, created_at)
  select :id, c.id, c.revision, :name, :name::text is null, d.document,
    case when c.thumbnail_revision = c.revision then c.thumbnail_object end, coalesce(:by::uuid, c.updated_by), c.updated_at
  from compositions c join composition_documents d on d.composition_id = c.id
  where c.id = :scene`;

/**
 * Keeps the state of a scene that is about to be replaced, unless one was kept a short while ago or nothing is in it.
 * Whoever calls this holds the scene's document.
 */
export async function keepCheckpoint(trx: Knex, compositionId: string): Promise<void> {
  const id = uuidv7();
  const { rowCount } = await trx.raw<{ rowCount: number }>(
    `${TAKE} and c.nodes > 0 and not exists (
       select 1 from scene_versions v where v.composition_id = c.id
         and (v.revision = c.revision or v.taken_at > now() - interval '${CHECKPOINT_EVERY}'))`,
    { id, name: null, by: null, scene: compositionId },
  );
  if (rowCount > 0) {
    await thinVersions(trx, compositionId);
    await askForPicture(trx, id);
  }
}

/**
 * Keeps the state of a scene that a restored version replaces, and does not thin it with age; one of that very state that was
 * kept by itself is enough. Whoever calls this holds the scene's document.
 */
export async function keepReplaced(trx: Knex, compositionId: string): Promise<void> {
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
    await askForPicture(trx, id);
  }
}

/**
 * Keeps the state of a scene under a name. @returns the version's id.
 * @throws CodedError `request.invalid` when too many are kept already, `request.not-found` when the scene is gone.
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
  if (rowCount === 0) {
    throw new CodedError('request.not-found');
  }
  await askForPicture(trx, id);
  return id;
}

/** Names the version that was kept of this very state, if there is one, instead of storing it again. */
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

/** Names a version, which from then on is kept until somebody deletes it. @throws CodedError as above. */
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

/** Gives a version its picture. */
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

/** What is needed to draw a version; null when it is gone, or its scene is in the trash. */
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
  // One after the other, so that two people at once do not go beyond it.
  await trx('compositions').where({ id: compositionId }).forNoKeyUpdate().first('id');
  const { rows } = await trx.raw<{ rows: { named: number; bytes: number }[] }>(
    `select count(*)::int as named, coalesce(sum(pg_column_size(document)), 0)::bigint as bytes
     from scene_versions where composition_id = ? and not automatic`,
    [compositionId],
  );
  const room = await findVersionRoom(trx, compositionId);
  const isFull = (rows[0]?.bytes ?? 0) >= room;
  if (isFull || (rows[0]?.named ?? 0) >= MAX_NAMED_VERSIONS) {
    const message = isFull
      ? `The named versions of this scene take up the ${room / MB} MB that your plan keeps. Delete some first.`
      : `A scene keeps at most ${MAX_NAMED_VERSIONS} named versions`;
    throw new CodedError('request.invalid', {
      violations: [{ propertyPath: 'name', code: 'version.limit', message }],
    });
  }
}

/** Its picture is the card's where that shows the same state; another one is drawn. */
async function askForPicture(trx: Knex, versionId: string): Promise<void> {
  const row = await trx('scene_versions').where({ id: versionId }).first('thumbnail_object');
  if (row?.thumbnail_object === null) {
    await recordEvent(trx, { name: 'version.kept', payload: { versionId } });
  }
}

/** Forgets versions that were kept by themselves, by age and by how much they take; replaced ones by number alone. */
async function thinVersions(trx: Knex, compositionId: string): Promise<void> {
  const room = await findVersionRoom(trx, compositionId);
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
       where place > ${MOST_REPLACED} or (place > 1 and bytes > ?))`,
    [compositionId, room],
  );
}
