import { CodedError } from '@diorama/shared/contract/errors.ts';
import { ref } from '@diorama/shared/contract/hydra.ts';
import { ARCHIVE_USE, MAX_ARCHIVE_BYTES } from '@diorama/shared/domain/workspace-archives.ts';
import { beginUpload } from '@diorama/shared/server/assets/open-uploads.queries.ts';
import { validateSize } from '@diorama/shared/server/assets/validate-file.ts';
import { createImport, isImporting } from '@diorama/shared/server/workspaces/imports.ts';
import type { Upload } from '@tus/server';
import { z } from 'zod';
import type { Actor } from '../auth/actor.ts';
import { toViolations } from '../contract/violation.ts';
import type { Deps } from '../deps.ts';
import { assertMay } from '../modules/accounts/account-access.ts';
import {
  type ArrivedFile,
  chooseAccount,
  receiveAsset,
  type UploadFields,
} from '../modules/assets/receive.ts';
import { fieldsOf } from './upload-requests.ts';

/** Largest object that S3 copies on the server, in bytes. */
const MAX_COPY_BYTES = 5_000_000_000;

const archiveFields = z.object({ use: z.literal(ARCHIVE_USE), account: ref });

/** Purpose of an upload: an asset, or the archive of a workspace that is imported. */
export type UploadTarget = { kind: 'asset'; fields: UploadFields } | { kind: 'archive'; accountId: string };

/** @throws CodedError `request.invalid` for metadata of neither */
export function targetOf(upload: Upload): UploadTarget {
  if (upload.metadata?.use !== ARCHIVE_USE) {
    return { kind: 'asset', fields: fieldsOf(upload) };
  }
  const parsed = archiveFields.safeParse(upload.metadata);
  if (!parsed.success) {
    throw new CodedError('request.invalid', { violations: toViolations(parsed.error) });
  }
  return { kind: 'archive', accountId: parsed.data.account };
}

/** Records an upload of a user. An asset reserves its space in a workspace; an archive is deleted after its import. */
export async function beginTarget(
  deps: Deps,
  upload: Upload & { size: number },
  actor: Actor,
): Promise<void> {
  const target = targetOf(upload);
  const row = { id: upload.id, ownerId: actor.userId, size: upload.size };
  if (target.kind === 'asset') {
    validateSize(upload.size, target.fields);
    await beginUpload(deps.db, { ...row, accountId: await chooseAccount(deps, target.fields, actor) });
    return;
  }
  await assertMay(deps, 'transfer', { id: target.accountId, actor });
  if (upload.size === 0) {
    throw new CodedError('upload.empty');
  }
  if (upload.size > MAX_ARCHIVE_BYTES) {
    throw new CodedError('upload.too-large');
  }
  if (await isImporting(deps.db, target.accountId)) {
    throw new CodedError('request.conflict');
  }
  await beginUpload(deps.db, { ...row, accountId: null });
}

/** Creates the asset, or the import, of a complete upload. @returns its id */
export async function receiveTarget(
  deps: Deps,
  { upload, file, actor }: { upload: Upload; file: ArrivedFile; actor: Actor },
): Promise<string> {
  const target = targetOf(upload);
  if (target.kind === 'asset') {
    return receiveAsset(deps, { file, fields: target.fields, actor, uploadId: upload.id });
  }
  const { accountId } = target;
  await assertMay(deps, 'transfer', { id: accountId, actor });
  const key = await storeArchive(deps, upload.id, file);
  const name = file.name.slice(0, 200);
  const id = await createImport(deps.db, {
    accountId,
    userId: actor.userId,
    uploadId: upload.id,
    name,
    size: file.size,
    key,
  });
  if (id === null) {
    await deps.store.delete(key);
    throw new CodedError('request.conflict');
  }
  return id;
}

async function storeArchive({ store }: Deps, uploadId: string, file: ArrivedFile): Promise<string> {
  const key = `imports/${uploadId.split('/').at(-1)}.zip`;
  const options = { contentType: 'application/zip', size: file.size, sha256: file.sha256 };
  if (!('key' in file)) {
    await store.take(key, file.path, options);
  } else if (file.size <= MAX_COPY_BYTES) {
    await store.copy(file.key, key, options);
  } else {
    await store.put(key, (await store.get(file.key)).stream, options);
  }
  return key;
}
