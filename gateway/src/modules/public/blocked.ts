import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { isOverflown } from '@diorama/shared/server/db/read-models/room.ts';

/** What is known of the workspace of a scene. */
type Workspace = { accountId: string; isSuspended: boolean; isLongOverflown: boolean };

/** Whether the scenes of a workspace are shown to no visitor, whoever they were published for. */
export async function isBlockedWorkspace(
  db: Knex,
  { accountId, isSuspended, isLongOverflown }: Workspace,
): Promise<boolean> {
  // A quota that was put right since counts at once; only then is it worth a question of its own.
  return isSuspended || (isLongOverflown && (await isOverflown(db, accountId)));
}
