import type { SceneOutput } from '../../contract/assets.ts';
import {
  type FileSettings,
  fileSettingsOf,
  type MadeSettings,
  type Sharing,
} from '../../contract/compositions.ts';
import type { ImportMessage } from '../../domain/import-message.ts';
import type { Knex } from '../db/knex.ts';
import { toStorable } from '../db/storable.ts';
import { recordLive, recordLives } from '../delivery/live-events.queries.ts';
import { recordEvent } from '../jobs/outbox.queries.ts';
import { dropOldOptionOutputs } from './option-outputs.queries.ts';

/** An output as the worker needs it. */
export type OutputWork = {
  id: string;
  composition_id: string;
  account_id: string;
  status: SceneOutput['status'];
  /** As stored, by any release. */
  document: unknown;
  asset_ids: string[];
  source_object: string | null;
  settings: FileSettings;
  /** Name of the scene. */
  title: string;
  /** Name of the workspace, which is the creator where none is set. */
  workspace: string;
  glb_object: string | null;
  carousel_objects: string[];
  carousel_hd_objects: string[];
};

/** Columns of an output for pictures that are rendered after it is complete. */
export type CarouselPlace = 'carousel_objects' | 'carousel_hd_objects';

/** Number of outputs kept per scene in addition to the published one, in any state. */
const KEPT_OUTPUTS = 3;

type Target = Pick<OutputWork, 'id' | 'account_id'>;

export async function findOutputWork(db: Knex, id: string): Promise<OutputWork | null> {
  type Row = Omit<OutputWork, 'settings'> & {
    file_settings: MadeSettings | null;
    sharing: Partial<Sharing>;
  };
  const { rows } = await db.raw<{ rows: Row[] }>(
    `select o.id, o.composition_id, c.account_id, o.status, o.document, o.asset_ids, o.source_object,
       o.file_settings, c.sharing, c.name as title, a.name as workspace,
       o.glb_object, o.carousel_objects, o.carousel_hd_objects
     from scene_outputs o join compositions c on c.id = o.composition_id join accounts a on a.id = c.account_id
     where o.id = ?`,
    [id],
  );
  const [row] = rows;
  if (!row) {
    return null;
  }
  const { file_settings: made, sharing, ...output } = row;
  return { ...output, settings: { ...fileSettingsOf(sharing), ...made } };
}

/** The assets of an output that waits; none for another one. */
export async function findWaitingAssets(
  db: Knex,
  id: string,
): Promise<{ accountId: string; assetIds: string[] } | null> {
  const row = await db('scene_outputs as o')
    .join('compositions as c', 'c.id', 'o.composition_id')
    .where({ 'o.id': id, 'o.status': 'queued' })
    .first('c.account_id', 'o.asset_ids');
  return row ? { accountId: row.account_id, assetIds: row.asset_ids } : null;
}

/** Whether an output exists; it is deleted with its scene. */
export async function hasOutput(db: Knex, id: string): Promise<boolean> {
  return (await db('scene_outputs').where({ id }).first('id')) !== undefined;
}

export type OutputStart = 'started' | 'busy' | 'over';

/**
 * Claims an output, if no other one of its scene is running.
 * @returns `busy` while another one runs, `over` when this one has ended or a later run has claimed it.
 */
export async function beginOutput(
  db: Knex,
  output: Target & { composition_id: string },
  fence: number,
): Promise<OutputStart> {
  return db.transaction(async (trx) => {
    await trx('compositions').where({ id: output.composition_id }).forNoKeyUpdate().first('id');
    const other = await trx('scene_outputs')
      .where({ composition_id: output.composition_id, status: 'running' })
      .whereNot({ id: output.id })
      .first('id');
    if (other) {
      return 'busy';
    }
    const count = await trx('scene_outputs')
      .where({ id: output.id })
      .whereIn('status', ['queued', 'running'])
      .where('fence', '<=', fence)
      .update({ status: 'running', fence, step: 1, progress: 5 });
    await recordLive(trx, {
      topic: 'scene-output',
      id: output.id,
      type: 'updated',
      accountId: output.account_id,
    });
    return count > 0 ? 'started' : 'over';
  });
}

/** Reports the current step of an output, unless a later run has claimed it. */
export async function reportOutput(
  db: Knex,
  output: Target,
  progress: { fence: number; step: 1 | 2 | 3; percent: number },
): Promise<void> {
  await db.transaction(async (trx) => {
    await trx('scene_outputs')
      .where({ id: output.id, status: 'running', fence: progress.fence })
      .update({ step: progress.step, progress: progress.percent });
    await recordLive(trx, {
      topic: 'scene-output',
      id: output.id,
      type: 'updated',
      accountId: output.account_id,
    });
  });
}

/** Stores a complete output, and publishes it if it is the newest. */
export async function completeOutput(
  trx: Knex,
  output: OutputWork,
  made: {
    glb: string;
    mobile: string;
    /** Null where every reader supports the mobile file. */
    ar: string | null;
    usdz: string;
    thumbnail: string;
    stats: { triangles: number; drawCalls: number; textures: number; dropped: number };
  },
): Promise<void> {
  await trx('compositions').where({ id: output.composition_id }).forNoKeyUpdate().first('id');
  await trx('scene_outputs')
    .where({ id: output.id })
    .update({
      status: 'completed',
      step: 3,
      progress: 100,
      glb_object: made.glb,
      mobile_object: made.mobile,
      ar_object: made.ar,
      usdz_object: made.usdz,
      thumbnail_object: made.thumbnail,
      stats: JSON.stringify(made.stats),
      error_code: null,
      error_detail: null,
      completed_at: trx.fn.now(),
    });
  await trx.raw(
    `update compositions c set published_output_id = :output
     where c.id = :composition and not exists (
       select 1 from scene_outputs newer, scene_outputs mine
       where newer.id = c.published_output_id and mine.id = :output and newer.created_at > mine.created_at)`,
    { output: output.id, composition: output.composition_id },
  );
  await dropOldOptionOutputs(trx, {
    compositionId: output.composition_id,
    accountId: output.account_id,
  });
  await dropOldOutputs(trx, output.composition_id);
  const turn = await countWithoutTurntable(trx, output);
  await recordEvent(trx, {
    name: 'output.completed',
    payload: { outputId: output.id, ...(turn > 0 && { turn }) },
  });
  await notifyBoth(trx, output);
}

/** Largest turn of a turntable. */
const MAX_TURN = 50;

/** Number of other published scenes of a workspace whose turntable waits, at most {@link MAX_TURN}. */
async function countWithoutTurntable(trx: Knex, output: OutputWork): Promise<number> {
  const others = trx('compositions as c')
    .join('scene_outputs as o', 'o.id', 'c.published_output_id')
    .where({ 'c.account_id': output.account_id, 'c.deleted_at': null, 'o.carousel_objects': '{}' })
    .whereNot({ 'o.id': output.id })
    .limit(MAX_TURN)
    .select('o.id');
  return (await others).length;
}

/**
 * Marks outputs and pictures of scenes that use a file as outdated: it has another form, or they were made without it.
 * Publishing again is offered then, although the scenes did not change.
 */
export async function outdateUses(trx: Knex, fileId: string): Promise<void> {
  const uses = trx('composition_assets').where({ asset_id: fileId });
  const published = uses.clone().whereNotNull('output_id');
  // The lock comes first, as in all changes of outputs.
  const scenes: { id: string; account_id: string }[] = await trx('compositions')
    .whereIn('id', published.clone().select('composition_id'))
    .orderBy('id')
    .forNoKeyUpdate()
    .select('id', 'account_id');
  await trx('scene_outputs')
    .whereIn('id', published.clone().select('output_id'))
    .whereIn('status', ['running', 'completed'])
    .update({ file_settings: trx.raw(`coalesce(file_settings, '{}') || '{"isOutdated": true}'`) });
  await trx('compositions')
    .whereIn('id', uses.clone().whereNull('version_id').select('composition_id'))
    .whereRaw('thumbnail_revision = revision')
    .update({ thumbnail_revision: null });
  for (const [accountId, own] of Map.groupBy(scenes, (scene) => scene.account_id)) {
    const ids = own.map(({ id }) => id);
    await recordLives(trx, { topic: 'composition', ids, type: 'updated', accountId });
  }
}

/** Ends an output that cannot succeed. */
export async function failOutput(
  trx: Knex,
  output: Target & { composition_id: string },
  error: { code: string; detail: ImportMessage | null },
): Promise<void> {
  await trx('scene_outputs')
    .where({ id: output.id })
    .whereIn('status', ['queued', 'running'])
    .update({
      status: 'failed',
      error_code: error.code,
      error_detail: error.detail && toStorable(error.detail),
    });
  await dropOldOutputs(trx, output.composition_id);
  await notifyBoth(trx, output);
}

/** Attaches the turntable, or the pictures of the saved views, to an output. */
export async function attachCarousel(
  trx: Knex,
  output: OutputWork,
  { place, pictures }: { place: CarouselPlace; pictures: readonly string[] },
): Promise<void> {
  await trx('scene_outputs')
    .where({ id: output.id })
    .update({ [place]: [...pictures] });
  await notifyBoth(trx, output);
}

/** Stores the card picture of a draft. */
export async function attachDraftThumbnail(
  trx: Knex,
  scene: { id: string; accountId: string; revision: number },
  thumbnail: string,
): Promise<void> {
  await trx('compositions')
    .where({ id: scene.id })
    .update({ thumbnail_object: thumbnail, thumbnail_revision: scene.revision });
  await recordLive(trx, { topic: 'composition', id: scene.id, type: 'updated', accountId: scene.accountId });
}

/** Facts that determine whether a scene's card picture is outdated; null when the scene is gone. */
export async function findThumbnailWork(
  db: Knex,
  compositionId: string,
): Promise<{ accountId: string; thumbnailRevision: number | null; thumbnail: string | null } | null> {
  const row = await db('compositions')
    .where({ id: compositionId, deleted_at: null })
    .first('account_id', 'thumbnail_revision', 'thumbnail_object');
  return row
    ? {
        accountId: row.account_id,
        thumbnailRevision: row.thumbnail_revision,
        thumbnail: row.thumbnail_object,
      }
    : null;
}

/**
 * Deletes the outputs of a scene except for the newest few, the published one, and those in progress; their
 * files are swept later.
 */
async function dropOldOutputs(trx: Knex, compositionId: string): Promise<void> {
  await trx.raw(
    `delete from scene_outputs o using compositions c
     where c.id = ? and o.composition_id = c.id and o.id is distinct from c.published_output_id
       and o.status not in ('queued', 'running')
       and o.id not in (select n.id from scene_outputs n where n.composition_id = c.id
         order by n.created_at desc, n.id desc limit ${KEPT_OUTPUTS})`,
    [compositionId],
  );
}

async function notifyBoth(trx: Knex, output: Target & { composition_id: string }): Promise<void> {
  const accountId = output.account_id;
  await recordLive(trx, { topic: 'scene-output', id: output.id, type: 'updated', accountId });
  await recordLive(trx, { topic: 'composition', id: output.composition_id, type: 'updated', accountId });
}
