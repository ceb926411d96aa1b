import { uuidv7 } from '../../ids.ts';
import type { Knex } from '../knex.ts';
import { recordLive } from '../live-events.ts';
import { recordEvent } from '../outbox.ts';
import { chargeOriginal, lockAccount } from '../storage.ts';

/** A file that lies in the store and is about to become an asset. */
export type NewAsset = {
  accountId: string;
  compositionId: string | null;
  userId: string;
  type: number;
  uploadType: string | null;
  name: string;
  size: number;
  objectId: string;
  /** The resumable upload it came by. */
  uploadId: string | null;
};

/**
 * Makes an asset of a stored original, charges the workspace and asks for the import, in one transaction.
 * @returns the asset's id.
 * @throws CodedError `security.account.storage-full`.
 */
export async function createAsset(db: Knex, asset: NewAsset): Promise<string> {
  const id = uuidv7();
  await db.transaction(async (trx) => {
    const account = await lockAccount(trx, asset.accountId);
    await chargeOriginal(trx, {
      accountId: asset.accountId,
      account,
      objectId: asset.objectId,
      size: asset.size,
    });
    await trx('assets').insert({
      id,
      account_id: asset.accountId,
      composition_id: asset.compositionId,
      created_by: asset.userId,
      type: asset.type,
      upload_type: asset.uploadType,
      name: asset.name,
      size: asset.size,
      original_object: asset.objectId,
      upload_id: asset.uploadId,
    });
    await recordEvent(trx, { name: 'asset.uploaded', payload: { assetId: id } });
    await recordEvent(trx, { name: 'storage.changed', payload: { accountId: asset.accountId } });
    await recordLive(trx, { topic: 'asset', id, type: 'created', accountId: asset.accountId });
    await recordLive(trx, {
      topic: 'account',
      id: asset.accountId,
      type: 'updated',
      accountId: asset.accountId,
    });
  });
  return id;
}

/** The asset that a resumable upload became. */
export async function findAssetIdOfUpload(db: Knex, uploadId: string): Promise<string | null> {
  const row = await db('assets').where({ upload_id: uploadId, deleted_at: null }).first('id');
  return row?.id ?? null;
}
