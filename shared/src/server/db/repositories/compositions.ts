import type { Privacy, SceneStatus, Sharing } from '../../../contract/compositions.ts';
import { CodedError } from '../../../contract/errors.ts';
import { earnedStorage, judgeQuota } from '../../../domain/quota.ts';
import { uuidv7 } from '../../ids.ts';
import type { Knex } from '../knex.ts';
import { recordLive } from '../live-events.ts';
import { recordEvent } from '../outbox.ts';
import { findUsage } from '../read-models/compositions.ts';
import { createDocument } from '../scene-log.ts';
import { lockAccount } from '../storage.ts';

/**
 * Refuses what a workspace's plan has no room for. Call it under the workspace's lock.
 * @throws CodedError `security.account.overflown_storage`, `scenes.limit`.
 */
async function assertRoomForScene(trx: Knex, accountId: string): Promise<void> {
  const account = await lockAccount(trx, accountId);
  const usage = await findUsage(trx, accountId);
  const verdict = judgeQuota(account.plan, {
    scenes: usage?.scenes ?? 0,
    used: account.storageUsed,
    earned: earnedStorage(account.referralJoined),
  });
  if (verdict.isOverflown) {
    throw new CodedError('security.account.overflown_storage');
  }
  if (!verdict.canCreateScene) {
    throw new CodedError('scenes.limit');
  }
}

/**
 * Creates a scene with its first document.
 * @throws CodedError `scenes.limit`, `security.account.overflown_storage`.
 */
export async function createComposition(
  db: Knex,
  scene: { accountId: string; projectId: string | null; name: string; userId: string; snapshot: Uint8Array },
): Promise<string> {
  const id = uuidv7();
  await db.transaction(async (trx) => {
    await assertRoomForScene(trx, scene.accountId);
    await trx('compositions').insert({
      id,
      account_id: scene.accountId,
      project_id: scene.projectId,
      name: scene.name,
      created_by: scene.userId,
      updated_by: scene.userId,
    });
    await createDocument(trx, id, scene.snapshot);
    await recordLive(trx, { topic: 'composition', id, type: 'created', accountId: scene.accountId });
  });
  return id;
}

/** What can be said about a scene; absent keys stay as they are. */
export type CompositionChange = {
  name?: string;
  description?: string | null;
  privacy?: Privacy;
  password_hash?: string | null;
  project_id?: string | null;
  extra?: Record<string, unknown> | null;
  status?: SceneStatus;
  category_id?: string | null;
  tags?: string[];
  sharing?: Partial<Sharing>;
};

/** Changes what is said about a scene; new secrets end every address and token that was given out before. */
export async function updateComposition(
  db: Knex,
  target: { id: string; accountId: string; userId: string; endsLinks: boolean },
  change: CompositionChange,
): Promise<void> {
  const { extra, sharing, ...plain } = change;
  await db.transaction(async (trx) => {
    await trx('compositions')
      .where({ id: target.id })
      .update({
        ...plain,
        ...(extra === undefined ? {} : { extra: extra === null ? null : JSON.stringify(extra) }),
        ...(sharing === undefined
          ? {}
          : { sharing: trx.raw('sharing || ?::jsonb', [JSON.stringify(sharing)]) }),
        ...(target.endsLinks ? { key_version: trx.raw('key_version + 1') } : {}),
        updated_at: trx.fn.now(),
        updated_by: target.userId,
      });
    await recordLive(trx, {
      topic: 'composition',
      id: target.id,
      type: 'updated',
      accountId: target.accountId,
    });
  });
}

/** Moves a scene to the trash. */
export async function trashComposition(db: Knex, target: { id: string; accountId: string }): Promise<void> {
  await db.transaction(async (trx) => {
    await trx('compositions').where({ id: target.id, deleted_at: null }).update({ deleted_at: trx.fn.now() });
    await recordLive(trx, {
      topic: 'composition',
      id: target.id,
      type: 'deleted',
      accountId: target.accountId,
    });
  });
}

/**
 * Takes a scene out of the trash.
 * @throws CodedError `scenes.limit`, `security.account.overflown_storage`.
 */
export async function restoreComposition(db: Knex, target: { id: string; accountId: string }): Promise<void> {
  await db.transaction(async (trx) => {
    await assertRoomForScene(trx, target.accountId);
    await trx('compositions').where({ id: target.id }).update({ deleted_at: null });
    await recordLive(trx, {
      topic: 'composition',
      id: target.id,
      type: 'created',
      accountId: target.accountId,
    });
  });
}

/**
 * Asks for an output of a scene as it stands; one that still waits is superseded.
 * @returns the output's id.
 */
export async function requestOutput(
  db: Knex,
  request: {
    compositionId: string;
    accountId: string;
    userId: string;
    revision: number;
    document: unknown;
    assetIds: readonly string[];
    sourceObject: string | null;
  },
): Promise<string> {
  const id = uuidv7();
  await db.transaction(async (trx) => {
    // The lock makes one request wait for the other, so that one queued output is left.
    await trx('compositions').where({ id: request.compositionId }).forUpdate().first('id');
    const superseded = await trx('scene_outputs')
      .where({ composition_id: request.compositionId, status: 'queued' })
      .update({ status: 'superseded' })
      .returning('id');
    await trx('scene_outputs').insert({
      id,
      composition_id: request.compositionId,
      requested_by: request.userId,
      revision: request.revision,
      document: JSON.stringify(request.document),
      asset_ids: [...request.assetIds],
      source_object: request.sourceObject,
    });
    await recordEvent(trx, { name: 'output.requested', payload: { outputId: id } });
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

/** Whether a scene has an output of this revision that is ready or on its way. */
export async function hasOutputOf(db: Knex, compositionId: string, revision: number): Promise<boolean> {
  const row = await db('scene_outputs')
    .where({ composition_id: compositionId, revision })
    .whereIn('status', ['queued', 'running', 'completed'])
    .first('id');
  return row !== undefined;
}
