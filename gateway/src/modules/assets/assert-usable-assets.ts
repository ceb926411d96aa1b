import { CodedError } from '@diorama/shared/contract/errors.ts';
import { isOwnUuid } from '@diorama/shared/domain/uuid.ts';
import { type AssetReference, locateAssets } from '@diorama/shared/scene/asset-references.ts';
import { findUsableAssets } from '@diorama/shared/server/assets/assets.queries.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';

/**
 * Rejects a document or a material that references files of others. Scenes and materials of a workspace use
 * its files and the library's.
 * @param propertyPath - path of the document in the request
 * @throws CodedError `request.invalid` with a violation for each foreign reference.
 */
export async function assertUsableAssets(
  db: Knex,
  accountId: string,
  thing: { value: unknown; propertyPath: string },
): Promise<void> {
  await assertUsableReferences(db, accountId, {
    references: locateAssets(thing.value),
    propertyPath: thing.propertyPath,
  });
}

/** The same as {@link assertUsableAssets} for references that have been found already. */
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
