import type { Sharing } from '@diorama/shared/contract/compositions.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import {
  findSharedSceneRow,
  type SharedSceneRow,
} from '@diorama/shared/server/db/read-models/public-scenes.ts';
import { sharingOf } from '../compositions/serializer.ts';

/** A published scene with its sharing complete. */
export type SharedScene = Omit<SharedSceneRow, 'sharing'> & { sharing: Sharing; keyVersion: number };

/** A published scene that visitors can reach, locked or not; null for everything else. */
export async function findSharedScene(db: Knex, id: string): Promise<SharedScene | null> {
  const row = await findSharedSceneRow(db, id);
  return row && { ...row, sharing: sharingOf(row.sharing), keyVersion: row.key_version };
}
