import { archivePaths } from '@diorama/shared/contract/workspace-archive.ts';
import { createAsset } from '@diorama/shared/server/assets/asset-changes.queries.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { storeObject } from '@diorama/shared/server/objects/objects.queries.ts';
import type { ObjectStore } from '@diorama/shared/server/objects/store.ts';
import { findEqualAsset, listSharedAssets } from '@diorama/shared/server/workspaces/import-rows.queries.ts';
import type { ArchiveReader } from './archive-reader.ts';
import { importedAssetId } from './asset-ids.ts';
import type { AcceptedAsset } from './check-archive.ts';

/** The import that writes, and its user. */
export type Target = { importId: string; accountId: string; user: { id: string; email: string } };

/**
 * Adds the files of an archive that the workspace does not have. They are converted like uploads, as nothing that
 * was made of them elsewhere is trusted. A second run adds only what the first did not.
 * @throws CodedError `security.account.storage-full`.
 */
export async function importFiles(
  deps: { db: Knex; store: ObjectStore },
  archive: ArchiveReader,
  {
    assets,
    target,
    onProgress,
  }: { assets: readonly AcceptedAsset[]; target: Target; onProgress: (percent: number) => Promise<void> },
): Promise<void> {
  const { db } = deps;
  const shared = new Set(
    await listSharedAssets(
      db,
      assets.filter(({ isShared }) => isShared).map(({ id }) => id),
    ),
  );
  for (const [at, asset] of assets.entries()) {
    const isHere = shared.has(asset.id) || (await findEqualAsset(db, target.accountId, asset)) !== null;
    if (!isHere) {
      await importFile(deps, archive, { asset, target });
    }
    await onProgress(((at + 1) / assets.length) * 100);
  }
}

async function importFile(
  deps: { db: Knex; store: ObjectStore },
  archive: ArchiveReader,
  { asset, target }: { asset: AcceptedAsset; target: Target },
): Promise<void> {
  const { accountId, importId, user } = target;
  const object = await storeObject(deps, {
    accountId,
    body: {
      open: () => archive.openFile(archivePaths.file(asset.file)),
      sha256: asset.file,
      size: asset.size,
    },
    contentType: asset.contentType,
  });
  await createAsset(deps.db, {
    id: importedAssetId(importId, asset.id),
    accountId,
    compositionId: null,
    userId: user.id,
    type: asset.type,
    uploadType: asset.uploadType,
    name: asset.name,
    size: asset.size,
    objectId: object.id,
    uploadId: null,
  });
}
