import { fileSettingsOf, haveSettings } from '../../contract/compositions.ts';
import type { Knex } from '../db/knex.ts';
import { recordLive } from '../delivery/live-events.queries.ts';
import { recordEvent } from '../jobs/outbox.queries.ts';
import { uuidv7 } from '../runtime/ids.ts';
import { findSceneText } from './document-texts.queries.ts';
import { compactScene } from './scene-log.queries.ts';

/** A scene for an output, and the requesting user. */
export type OutputSubject = { compositionId: string; accountId: string; userId: string };

/** Published scenes whose first output was never requested. */
const WITHOUT_OUTPUT = `
  status = 'published' and published_output_id is null and deleted_at is null
  and not exists (select 1 from scene_outputs o where o.composition_id = compositions.id and o.status <> 'superseded')`;

/**
 * Requests an output of a scene's stored state.
 * @param sourceObject GLB that replaces the document as the source.
 * @returns the output's id; null when the scene is gone.
 */
export async function requestCurrentOutput(
  db: Knex,
  subject: OutputSubject,
  sourceObject: string | null = null,
): Promise<string | null> {
  await compactScene(db, subject.compositionId);
  const stored = await findSceneText(db, subject.compositionId);
  return stored && requestOutput(db, { ...subject, ...stored, sourceObject });
}

/**
 * Requests an output of a published scene, unless its current revision has one that is ready or in progress.
 */
export async function ensureOutput(db: Knex, subject: OutputSubject): Promise<void> {
  const revision = await compactScene(db, subject.compositionId);
  if (revision !== null && !(await hasOutputOf(db, subject.compositionId, revision))) {
    await requestCurrentOutput(db, subject);
  }
}

/**
 * Requests the outputs of published scenes without one, which a killed process of an earlier release could
 * leave.
 * @returns the number of requests, at most `limit`.
 */
export async function requestMissingOutputs(db: Knex, limit: number): Promise<number> {
  const scenes: { id: string; account_id: string; created_by: string }[] = await db('compositions')
    .whereRaw(WITHOUT_OUTPUT)
    .orderBy('id')
    .limit(limit)
    .select('id', 'account_id', 'created_by');
  for (const { id, account_id: accountId, created_by: userId } of scenes) {
    await db.transaction((trx) => ensureOutput(trx, { compositionId: id, accountId, userId }));
  }
  return scenes.length;
}

/** Largest turn of a card picture, so that those of crowds still go before turntables. */
const MAX_PICTURE_TURN = 9;

/**
 * Requests the card picture of a scene, after those of its workspace that wait.
 * @param least lowest turn, for scenes whose last edit is old
 */
export async function requestCardPicture(db: Knex, compositionId: string, least = 0): Promise<void> {
  const { rows } = await db.raw<{ rows: { turn: number }[] }>(
    `select count(*)::int as turn from (
       select from compositions where account_id = (select account_id from compositions where id = :compositionId)
         and id <> :compositionId and deleted_at is null and thumbnail_revision is distinct from revision
         and updated_at > now() - interval '10 minutes' limit ${MAX_PICTURE_TURN}) waiting`,
    { compositionId },
  );
  const turn = Math.max(rows[0]?.turn ?? 0, Math.min(least, MAX_PICTURE_TURN));
  await recordEvent(db, {
    name: 'composition.rested',
    payload: { compositionId, ...(turn > 0 && { turn }) },
  });
}

/**
 * Requests the card pictures of scenes that were edited within two hours and have none of their current
 * revision, because the responsible gateway was killed.
 * @returns the number of requests, at most `limit`.
 */
export async function requestMissingPictures(trx: Knex, limit: number): Promise<number> {
  const ids: string[] = await trx('compositions')
    .whereRaw(`deleted_at is null and thumbnail_revision is distinct from revision
      and updated_at between now() - interval '2 hours' and now() - interval '10 minutes'`)
    .orderBy('updated_at')
    .limit(limit)
    .pluck('id');
  for (const compositionId of ids) {
    await requestCardPicture(trx, compositionId);
  }
  return ids.length;
}

/**
 * Requests an output of a document and supersedes the waiting one of its scene. The document is not parsed,
 * as that takes long for a large one.
 * @param request.text - JSON of the document
 * @returns the output's id.
 */
export async function requestOutput(
  db: Knex,
  request: OutputSubject & { revision: number; text: string; sourceObject: string | null },
): Promise<string> {
  const id = uuidv7();
  await db.transaction(async (trx) => {
    // The lock serialises requests, so that one queued output remains.
    const scene = await trx('compositions')
      .where({ id: request.compositionId })
      .forNoKeyUpdate()
      .first('sharing');
    const superseded = await trx('scene_outputs')
      .where({ composition_id: request.compositionId, status: 'queued' })
      .update({ status: 'superseded' })
      .returning('id');
    const turn = await countQueued(trx, request.accountId);
    await trx.raw(
      `insert into scene_outputs
         (id, composition_id, requested_by, revision, document, asset_ids, source_object, file_settings)
       select :id::uuid, :compositionId::uuid, :userId::uuid, :revision::integer, stored.json::jsonb,
         named_assets(stored.json), :sourceObject::uuid, :settings::jsonb
       from (select cast(:document as text) as json) as stored`,
      {
        id,
        compositionId: request.compositionId,
        userId: request.userId,
        revision: request.revision,
        document: request.text,
        sourceObject: request.sourceObject,
        settings: scene ? JSON.stringify(fileSettingsOf(scene.sharing)) : null,
      },
    );
    // Requests that are being answered still read their outputs.
    await trx('scene_outputs')
      .where({ composition_id: request.compositionId, status: 'superseded' })
      .whereRaw("created_at < now() - interval '1 minute'")
      .delete();
    await recordEvent(trx, {
      name: 'output.requested',
      payload: { outputId: id, ...(turn > 0 && { turn }) },
    });
    for (const output of [...superseded.map((row: { id: string }) => row.id), id]) {
      await recordLive(trx, {
        topic: 'scene-output',
        id: output,
        type: 'updated',
        accountId: request.accountId,
      });
    }
  });
  return id;
}

/** Whether a scene has an output of this revision and these settings that is ready or in progress. */
async function hasOutputOf(db: Knex, compositionId: string, revision: number): Promise<boolean> {
  const rows = await db('scene_outputs as o')
    .join('compositions as c', 'c.id', 'o.composition_id')
    .where({ 'o.composition_id': compositionId, 'o.revision': revision })
    .whereIn('o.status', ['queued', 'running', 'completed'])
    .select('o.file_settings', 'c.sharing');
  return rows.some((row) => haveSettings(row.file_settings, row.sharing));
}

/** Number of waiting outputs of a workspace: a new one is processed after as many of other workspaces. */
async function countQueued(trx: Knex, accountId: string): Promise<number> {
  const row = await trx('scene_outputs as o')
    .join('compositions as c', 'c.id', 'o.composition_id')
    .where({ 'o.status': 'queued', 'c.account_id': accountId })
    .count({ count: '*' })
    .first();
  return Number(row?.count ?? 0);
}
