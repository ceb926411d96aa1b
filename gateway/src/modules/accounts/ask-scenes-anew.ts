import { listScenesOf } from '@diorama/shared/server/db/repositories/account-life.ts';
import { ACCESS_CHANNEL } from '../../collab/channels.ts';
import type { Deps } from '../../deps.ts';

/** After workspaces were suspended, closed or let go on: the sockets of their scenes are closed and asked anew. */
export async function askScenesAnew(
  { db, bus }: Pick<Deps, 'db' | 'bus'>,
  accountIds: readonly string[],
): Promise<void> {
  const scenes = await listScenesOf(db, accountIds);
  if (scenes.length > 0) {
    await bus.publish(ACCESS_CHANNEL, scenes);
  }
}
