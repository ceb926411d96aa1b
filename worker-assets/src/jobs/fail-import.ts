import { failAsset } from '@diorama/shared/server/assets/asset-import.queries.ts';
import type { AssetRow } from '@diorama/shared/server/assets/assets.queries.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { transact } from '@diorama/shared/server/db/transaction.ts';
import type { JobContext } from '@diorama/shared/server/jobs/worker.ts';
import type { ImportError } from '../import/import-error.ts';

/** Ends an import with an invalid file. The job completes: the user is notified, operators are not. */
export async function failImport(
  db: Knex,
  asset: Pick<AssetRow, 'id' | 'account_id' | 'import_round'>,
  { fault, context }: { fault: ImportError; context: Pick<JobContext, 'logger' | 'complete'> },
): Promise<void> {
  const { code, message, reason: detail } = fault;
  context.logger.info(
    { assetId: asset.id, code, reason: message, cause: fault.cause },
    'a file could not be imported',
  );
  await transact(db, async (trx) => {
    await failAsset(trx, asset, { code, detail });
    await context.complete(trx);
  });
}
