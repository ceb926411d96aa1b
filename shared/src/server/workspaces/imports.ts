import type { WorkspaceImport } from '../../contract/workspace-transfers.ts';
import type { ImportMessage } from '../../domain/import-message.ts';
import type { Knex } from '../db/knex.ts';
import { isUniqueViolation } from '../db/transaction.ts';
import { recordLive } from '../delivery/live-events.queries.ts';
import { recordEvent } from '../jobs/outbox.queries.ts';
import { MAX_LISTED_EXPORTS } from '../people/exports.queries.ts';
import { uuidv7 } from '../runtime/ids.ts';
import { writeStage } from './import-rows.queries.ts';

type Status = WorkspaceImport['status'];

/** An import as its owner sees it. */
export type ImportRow = {
  id: string;
  account_id: string;
  user_id: string;
  name: string;
  key: string | null;
  size: number;
  status: Status;
  progress: number;
  report: ImportMessage[];
  error: ImportMessage | null;
  created_at: string;
  started_at: string | null;
  completed_at: string | null;
};

const COLUMNS = [
  'id',
  'account_id',
  'user_id',
  'name',
  'key',
  'size',
  'status',
  'progress',
  'report',
  'error',
  'created_at',
  'started_at',
  'completed_at',
] as const;

/**
 * Records an uploaded archive and requests its import.
 * @returns null while another import of the workspace runs.
 */
export async function createImport(
  db: Knex,
  archive: { accountId: string; userId: string; uploadId: string; name: string; size: number; key: string },
): Promise<string | null> {
  const id = uuidv7();
  try {
    await db.transaction(async (trx) => {
      const turn = await countWaiting(trx, archive.userId);
      await trx('workspace_imports').insert({
        id,
        account_id: archive.accountId,
        user_id: archive.userId,
        upload_id: archive.uploadId,
        name: archive.name,
        size: archive.size,
        key: archive.key,
      });
      await recordEvent(trx, {
        name: 'workspace.import-requested',
        payload: { importId: id, ...(turn > 0 && { turn }) },
      });
      await notify(trx, archive.accountId);
    });
    return id;
  } catch (error) {
    if (isUniqueViolation(error)) {
      return null;
    }
    throw error;
  }
}

/** Imports of a user that have not ended, in all workspaces; each runs one at a time. */
async function countWaiting(trx: Knex, userId: string): Promise<number> {
  const rows = await trx('workspace_imports')
    .where({ user_id: userId })
    .whereNotIn('status', ['completed', 'failed'])
    .count('id as waiting');
  return Number(rows[0]?.waiting ?? 0);
}

/** Whether an import of the workspace has not ended. */
export async function isImporting(db: Knex, accountId: string): Promise<boolean> {
  const row = await db('workspace_imports')
    .where({ account_id: accountId })
    .whereNotIn('status', ['completed', 'failed'])
    .first('id');
  return row !== undefined;
}

export async function findImport(db: Knex, id: string): Promise<ImportRow | null> {
  return (await db('workspace_imports').where({ id }).first(COLUMNS)) ?? null;
}

/** The latest imports of a workspace, the newest first. */
export async function listImports(db: Knex, accountId: string): Promise<ImportRow[]> {
  return db('workspace_imports')
    .where({ account_id: accountId })
    .orderBy('created_at', 'desc')
    .limit(MAX_LISTED_EXPORTS)
    .select(COLUMNS);
}

/** Moves an import to its next stage, or records the progress of its stage in per cent. */
export async function advanceImport(
  db: Knex,
  id: string,
  to: { status: Status; progress: number },
): Promise<void> {
  await db.transaction(async (trx) => {
    const accountId = await writeStage(trx, id, to);
    if (accountId !== null) {
      await notify(trx, accountId);
    }
  });
}

/**
 * Ends an import with its report, or with the reason why it failed.
 * @returns the key of the archive, which is not needed any more.
 */
export async function endImport(
  trx: Knex,
  id: string,
  end: { report: readonly ImportMessage[] } | { error: ImportMessage },
): Promise<string | null> {
  const row = await trx('workspace_imports').where({ id }).forUpdate().first('account_id', 'key', 'status');
  if (!row || row.status === 'completed' || row.status === 'failed') {
    return null;
  }
  await trx('workspace_imports')
    .where({ id })
    .update({
      ...('error' in end
        ? { status: 'failed', error: JSON.stringify(end.error) }
        : { status: 'completed', progress: 100, report: JSON.stringify(end.report) }),
      key: null,
      completed_at: trx.fn.now(),
    });
  await notify(trx, row.account_id);
  return row.key;
}

function notify(trx: Knex, accountId: string): Promise<void> {
  return recordLive(trx, { topic: 'account', id: accountId, type: 'updated', accountId });
}
