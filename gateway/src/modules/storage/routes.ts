import { existing } from '@diorama/shared/contract/errors.ts';
import type { storageRoutes } from '@diorama/shared/contract/storage.ts';
import { earnedStorage, storageQuota } from '@diorama/shared/domain/quota.ts';
import { KEPT } from '@diorama/shared/plans.ts';
import { authorizeAccount } from '@diorama/shared/policy/account.ts';
import { measureDocuments } from '@diorama/shared/server/scenes/document-retention.queries.ts';
import { listStorageFiles } from '@diorama/shared/server/storage/storage-files.queries.ts';
import { findAccount, findAccountFacts } from '@diorama/shared/server/workspaces/accounts.queries.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';
import { assertAllowed } from '../assert-allowed.ts';

/** Storage use of workspaces. */
export function storageHandlers({ db }: Pick<Deps, 'db'>): HandlersOf<typeof storageRoutes> {
  return {
    getStorage: async ({ params }, { actor }) => {
      const facts = await findAccountFacts(db, params.id, actor.userId);
      assertAllowed(authorizeAccount('manage', facts ?? { role: null, isActive: true }));
      const account = existing(await findAccount(db, params.id, actor.userId));
      const rows = await listStorageFiles(db, params.id);
      const [first] = rows;
      const listedSize = rows.reduce((sum, { size }) => sum + size, 0);
      return {
        used: account.storage_used,
        available: storageQuota(account.plan, earnedStorage(account.referral_joined)),
        files: rows.map((row) => ({
          assets: row.asset_ids.map((id) => `/api/assets/${id}`),
          name: row.name,
          type: row.type,
          size: row.size,
          createdAt: row.created_at,
          uses: row.uses.map(({ id, name, kind }) => ({ '@id': `/api/compositions/${id}`, name, kind })),
          isInLibrary: row.is_in_library,
          isWatermark: row.is_watermark,
        })),
        documents: { ...(await measureDocuments(db, params.id)), limits: KEPT[account.plan] },
        others: { count: (first?.all_count ?? 0) - rows.length, size: (first?.all_size ?? 0) - listedSize },
      };
    },
  };
}
