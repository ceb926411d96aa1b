import { basename } from 'node:path';
import { ASSET_TYPE } from '@diorama/shared/contract/assets.ts';
import { CodedError } from '@diorama/shared/contract/errors.ts';
import type { InputOf } from '@diorama/shared/contract/index.ts';
import { LIBRARY_ACCOUNT_ID } from '@diorama/shared/domain/library.ts';
import { createAsset } from '@diorama/shared/server/assets/asset-changes.queries.ts';
import { validateFile } from '@diorama/shared/server/assets/validate-file.ts';
import {
  discardObject,
  type StoredBody,
  storeObject,
} from '@diorama/shared/server/objects/objects.queries.ts';
import { assertStorageCapacity } from '@diorama/shared/server/storage/storage.queries.ts';
import type { Actor } from '../../auth/actor.ts';
import type { UploadedFile } from '../../contract/multipart.ts';
import type { Deps } from '../../deps.ts';
import { limitedStorage } from '../../limits/limited-storage.ts';
import { chooseAccountId } from '../accounts/account-access.ts';
import { loadComposition } from '../compositions/facts.ts';

/** Metadata of an upload. */
export type UploadFields = InputOf<'uploadAsset'>['body'];

/** Who sends a file; operators may send it to the library for everybody. */
export type Uploader = Pick<Actor, 'userId' | 'isOperator'>;

/** A completely received file, independent of the kind of upload. */
export type ArrivedFile = Pick<UploadedFile, 'name' | 'size' | 'head'> & StoredBody;

/**
 * Creates an asset from a received file: validates its content, charges and stores it, and requests
 * its import.
 * @returns the asset's id.
 * @throws CodedError `upload.*`, `security.*`, `request.not-found`; `upload.limit` for a workspace that stored
 * several times its quota today
 */
export async function receiveAsset(
  deps: Pick<Deps, 'db' | 'limits' | 'store'>,
  upload: { id?: string; file: ArrivedFile; fields: UploadFields; actor: Uploader; uploadId: string | null },
): Promise<string> {
  const { id, file, fields, actor, uploadId } = upload;
  const contentType = validateFile(file, fields);
  const accountId = await chooseAccount(deps, fields, actor);
  const { size, sha256 } = file;
  await assertStorageCapacity(deps.db, { accountId, size, sha256, uploadId });
  const object = await storeObject(limitedStorage(deps), { accountId, body: file, contentType });
  const asset = {
    ...(id === undefined ? {} : { id }),
    accountId,
    compositionId: fields.composition ?? null,
    userId: actor.userId,
    type: fields.type,
    uploadType: fields.type === ASSET_TYPE.commentSnapshot ? 'comment' : (fields.uploadType ?? null),
    name: displayName(file.name),
    size,
    objectId: object.id,
    uploadId,
  };
  try {
    return await createAsset(deps.db, asset);
  } catch (error) {
    if (error instanceof CodedError) {
      // Another upload used the space meanwhile: rejected files are not kept.
      await discardObject(deps, object);
    }
    throw error;
  }
}

/**
 * The workspace an upload is charged to: the scene's, the named one, or the person's own.
 * @throws CodedError when the person may not upload into it.
 */
export async function chooseAccount(
  { db }: Pick<Deps, 'db'>,
  fields: Pick<UploadFields, 'account' | 'composition' | 'type'>,
  { userId, isOperator }: Uploader,
): Promise<string> {
  if (fields.account === LIBRARY_ACCOUNT_ID && isOperator && !fields.composition) {
    return LIBRARY_ACCOUNT_ID;
  }
  if (fields.composition) {
    // Everyone who may see a scene may comment on it, and so may attach a snapshot.
    const action = fields.type === ASSET_TYPE.commentSnapshot ? 'read' : 'edit';
    const row = await loadComposition(db, action, { id: fields.composition, userId });
    return row.account_id;
  }
  return chooseAccountId({ db }, fields.account, userId);
}

/** A file's name for display, without folders and invisible characters. */
function displayName(name: string): string {
  const clean = basename(name.replaceAll('\\', '/'))
    .normalize('NFC')
    .replace(/[\p{Cc}\p{Zl}\p{Zp}\u202A-\u202E\u2066-\u2069]/gu, '')
    .trim()
    .slice(0, 200);
  return clean === '' ? 'file' : clean;
}
