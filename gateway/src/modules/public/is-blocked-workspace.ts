import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { isOverflown } from '@diorama/shared/server/storage/capacity.ts';

/** Facts about the workspace of a scene. */
type Workspace = { accountId: string; isSuspended: boolean; isLongOverflown: boolean };

/** Whether the scenes of a workspace are blocked for all visitors. */
export async function isBlockedWorkspace(
  db: Knex,
  { accountId, isSuspended, isLongOverflown }: Workspace,
): Promise<boolean> {
  // A quota fixed since then counts at once. Only an exceeded quota is worth a query.
  return isSuspended || (isLongOverflown && (await isOverflown(db, accountId)));
}
