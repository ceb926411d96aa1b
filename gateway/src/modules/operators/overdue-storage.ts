import { assertFound, CodedError } from '@diorama/shared/contract/errors.ts';
import type { OverdueAccount, overdueRoutes } from '@diorama/shared/contract/overdue-storage.ts';
import { selectFilesToDelete } from '@diorama/shared/domain/overdue-storage.ts';
import { earnedStorage, storageQuota } from '@diorama/shared/domain/quota.ts';
import { deleteAsset } from '@diorama/shared/server/assets/asset-changes.queries.ts';
import {
  listOverdueAccounts,
  OVERDUE_BATCH,
  type OverdueAccountRow,
} from '@diorama/shared/server/storage/overdue-storage.queries.ts';
import { countStorage } from '@diorama/shared/server/storage/storage.queries.ts';
import {
  listStorageFiles,
  type StorageFileRow,
} from '@diorama/shared/server/storage/storage-files.queries.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';

/** Number of workspaces per page. */
const SHOWN_AT_ONCE = 20;

/**
 * Manual clean-up by operators of free workspaces that have been over their storage for a year. Nothing
 * happens automatically.
 */
export function overdueStorageHandlers({ db, logger }: Deps): HandlersOf<typeof overdueRoutes> {
  return {
    listOverdueStorage: async ({ query }, { ctx }) => {
      ctx.set('Cache-Control', 'no-store');
      return await listPage(query.after ?? null);
    },

    freeOverdueStorage: async ({ params, body }, { actor }) => {
      const [row] = await listOverdueAccounts(db, { id: params.id });
      assertFound(row);
      const offered = new Set((await filesToFree(row)).flatMap(({ asset_ids }) => asset_ids));
      const ids = body.assets.map((iri) => iri.split('/').at(-1) ?? '');
      let deleted = 0;
      for (const id of ids.filter((one) => offered.has(one))) {
        deleted += (await deleteUnused(id)) ? 1 : 0;
      }
      logger.info(
        { accountId: row.id, deleted, asked: ids.length, userId: actor.userId },
        'overdue workspace files deleted by operator',
      );
      return { deleted, kept: ids.length - deleted, used: await countStorage(db, row.id) };
    },
  };

  /**
   * The next workspaces with unused files. Skips at most one batch of workspaces without such files, so that
   * a request stays short.
   */
  async function listPage(from: string | null) {
    const rows = await listOverdueAccounts(db, { after: from });
    const accounts: OverdueAccount[] = [];
    let looked = 0;
    for (const row of rows) {
      const files = await filesToFree(row);
      looked += 1;
      if (files.length > 0) {
        accounts.push(serializeOverdue(row, files));
      }
      if (accounts.length === SHOWN_AT_ONCE) {
        break;
      }
    }
    const isEnd = looked === rows.length && rows.length < OVERDUE_BATCH;
    return { accounts, next: isEnd ? null : (rows[looked - 1]?.id ?? null) };
  }

  async function filesToFree(row: OverdueAccountRow): Promise<StorageFileRow[]> {
    const files = await listStorageFiles(db, row.id);
    const unused = files.filter(
      ({ uses, is_in_library, is_watermark }) => uses.length === 0 && !is_in_library && !is_watermark,
    );
    return selectFilesToDelete(unused, row.storage_used - quotaOf(row));
  }

  /** Returns false for a file that has come into use meanwhile. */
  async function deleteUnused(id: string): Promise<boolean> {
    try {
      return await deleteAsset(db, { id, force: false });
    } catch (error) {
      if (error instanceof CodedError && error.code === 'asset.in-use') {
        return false;
      }
      throw error;
    }
  }
}

function quotaOf({ referral_joined }: OverdueAccountRow): number {
  return storageQuota('free', earnedStorage(referral_joined));
}

function serializeOverdue(row: OverdueAccountRow, files: readonly StorageFileRow[]) {
  return {
    '@id': `/api/accounts/${row.id}`,
    name: row.name,
    ownerEmail: row.owner_email,
    since: row.overflown_since,
    used: row.storage_used,
    available: quotaOf(row),
    files: files.map(({ asset_ids, name, size, created_at }) => ({
      assets: asset_ids.map((id) => `/api/assets/${id}`),
      name,
      size,
      createdAt: created_at,
    })),
  };
}
