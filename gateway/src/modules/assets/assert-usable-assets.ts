import { CodedError } from '@diorama/shared/contract/errors.ts';
import { isOwnUuid } from '@diorama/shared/domain/uuid.ts';
import type { AssetReference } from '@diorama/shared/scene/asset-references.ts';
import { findUsableAssets, keepAssets } from '@diorama/shared/server/assets/assets.queries.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { transact } from '@diorama/shared/server/db/transaction.ts';

/**
 * Saves what references files, while none of them can be deleted.
 * @throws CodedError as {@link assertUsableReferences}
 */
export function saveWithAssets<Result>(
  db: Knex,
  accountId: string,
  checked: { references: readonly AssetReference[]; propertyPath: string },
  save: (trx: Knex) => Promise<Result>,
): Promise<Result> {
  return transact(db, async (trx) => {
    await keepAssets(trx, checked.references.map(({ id }) => id).filter(isOwnUuid));
    await assertUsableReferences(trx, accountId, checked);
    return save(trx);
  });
}

/**
 * Rejects a document or a material that references files of others. Scenes and materials of a workspace use
 * its files and the library's.
 * @param propertyPath - path of the document in the request
 * @throws CodedError `request.invalid` with a violation for each foreign reference.
 */
export async function assertUsableReferences(
  db: Knex,
  accountId: string,
  { references, propertyPath: path }: { references: readonly AssetReference[]; propertyPath: string },
): Promise<void> {
  if (references.length === 0) {
    return;
  }
  const usable = await findUsableAssets(db, accountId, [
    ...new Set(references.map(({ id }) => id).filter(isOwnUuid)),
  ]);
  const violations = references
    .filter(({ id }) => !usable.has(id))
    .map(({ propertyPath }) => ({
      propertyPath: `${path}.${propertyPath}`,
      code: 'document.unknown-asset' as const,
    }));
  if (violations.length > 0) {
    throw new CodedError('request.invalid', { violations });
  }
}
