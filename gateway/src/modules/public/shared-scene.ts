import type { Sharing } from '@diorama/shared/contract/compositions.ts';
import { CodedError, existing } from '@diorama/shared/contract/errors.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import {
  findSharedSceneRow,
  type SharedSceneRow,
} from '@diorama/shared/server/scenes/public-scenes.queries.ts';
import { sharingOf } from '../compositions/serializer.ts';
import { isBlockedWorkspace } from './is-blocked-workspace.ts';

/**
 * A published scene with complete sharing. A blocked one is hidden, but visitors may learn that it
 * is blocked.
 */
export type SharedScene = Omit<SharedSceneRow, 'sharing'> & {
  sharing: Sharing;
  keyVersion: number;
  isBlocked: boolean;
};

/** A published scene that visitors can reach, locked or not; null for everything else. */
export async function findSharedScene(db: Knex, id: string): Promise<SharedScene | null> {
  const row = await findSharedSceneRow(db, id);
  return row === null || row.is_expired ? null : present(db, row);
}

/**
 * A published scene that is not blocked, locked or not.
 * @throws CodedError `request.not-found`, `scene.expired`, `security.scene.blocked`.
 */
export async function getSharedScene(db: Knex, id: string): Promise<SharedScene> {
  const row = existing(await findSharedSceneRow(db, id));
  if (row.is_expired) {
    throw new CodedError('scene.expired');
  }
  const scene = await present(db, row);
  if (scene.isBlocked) {
    throw new CodedError('security.scene.blocked');
  }
  return scene;
}

async function present(db: Knex, row: SharedSceneRow): Promise<SharedScene> {
  const isBlocked = await isBlockedWorkspace(db, {
    accountId: row.account_id,
    isSuspended: row.is_suspended,
    isLongOverflown: row.is_long_overflown,
  });
  return { ...row, sharing: sharingOf(row.sharing), keyVersion: row.key_version, isBlocked };
}
