import { CodedError } from '@diorama/shared/contract/errors.ts';
import type {
  WorkspaceExport,
  WorkspaceImport,
  workspaceTransferRoutes,
} from '@diorama/shared/contract/workspace-transfers.ts';
import {
  findExportById,
  listWorkspaceExports,
  requestExport,
  type WorkspaceExportRow,
} from '@diorama/shared/server/people/exports.queries.ts';
import { type ImportRow, listImports } from '@diorama/shared/server/workspaces/imports.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';
import { type Urls, WORKSPACE_KEY_VERSION } from '../../web/urls.ts';
import { assertMay } from '../accounts/account-access.ts';
import { sendArchive } from '../files/send-archive.ts';
import { serializeAll } from '../pagination.ts';

/** Exports and imports of whole workspaces, for their owners. */
export function workspaceTransferHandlers(
  deps: Deps & { urls: Urls },
): HandlersOf<typeof workspaceTransferRoutes> {
  const { db, limits, store } = deps;
  return {
    createWorkspaceExport: async ({ params: { id } }, { actor }) => {
      await assertMay(deps, 'transfer', { id, actor });
      await limits.consume('reset', `export ${id}`);
      await db.transaction((trx) => requestExport(trx, { userId: actor.userId, accountId: id }));
      return undefined;
    },

    listWorkspaceExports: async ({ params: { id } }, { actor }) => {
      await assertMay(deps, 'transfer', { id, actor });
      const rows = await listWorkspaceExports(db, id);
      return serializeAll(
        `/api/accounts/${id}/exports`,
        rows.map((row) => serializeExport(deps, row)),
      );
    },

    downloadWorkspaceExport: async ({ params: { id }, query }, { ctx }) => {
      const isSigned = deps.signer.verify({ ...signedName(id), signature: query.s });
      const archive = isSigned ? await findExportById(db, id) : null;
      if (!archive) {
        throw new CodedError('auth.link-expired');
      }
      await sendArchive({ store }, ctx, archive);
      return undefined;
    },

    listWorkspaceImports: async ({ params: { id } }, { actor }) => {
      await assertMay(deps, 'transfer', { id, actor });
      const rows = await listImports(db, id);
      return serializeAll(`/api/accounts/${id}/imports`, rows.map(serializeImport));
    },
  };
}

function signedName(id: string) {
  return { object: `export ${id}`, keyVersion: WORKSPACE_KEY_VERSION };
}

function serializeExport(
  deps: Pick<Deps, 'signer'> & { urls: Urls },
  row: WorkspaceExportRow,
): WorkspaceExport {
  const signature = new URL(deps.signer.sign({ ...signedName(row.id), name: '' }), 'http://localhost')
    .searchParams;
  return {
    '@id': `/api/workspace-exports/${row.id}`,
    '@type': 'WorkspaceExport',
    uuid: row.id,
    account: `/api/accounts/${row.account_id}`,
    status: row.completed_at !== null ? 'completed' : row.failed_at !== null ? 'failed' : 'running',
    progress: row.progress,
    size: row.size,
    url:
      row.completed_at === null
        ? null
        : deps.urls.absolute(`/api/workspace-exports/${row.id}/archive?${signature}`),
    createdAt: row.created_at,
    completedAt: row.completed_at,
    expiresAt: row.expires_at,
  };
}

export function serializeImport(row: ImportRow): WorkspaceImport {
  return {
    '@id': `/api/workspace-imports/${row.id}`,
    '@type': 'WorkspaceImport',
    uuid: row.id,
    account: `/api/accounts/${row.account_id}`,
    name: row.name,
    size: row.size,
    status: row.status,
    progress: row.progress,
    report: row.report,
    error: row.error,
    createdAt: row.created_at,
    completedAt: row.completed_at,
  };
}
