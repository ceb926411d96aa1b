import { existing } from '@diorama/shared/contract/errors.ts';
import type { OutputOf } from '@diorama/shared/contract/index.ts';
import type { VersionRow } from '@diorama/shared/server/scenes/versions.queries.ts';
import * as Y from 'yjs';
import type { Collab } from '../../collab/collab.ts';
import type { Deps } from '../../deps.ts';

/** Applies the differences to an earlier state as an edit of the live scene. Edits of the same moment stay. */
export async function restoreVersion(
  { collab, documents }: Pick<Deps, 'documents'> & { collab: Collab },
  { id, composition_id: compositionId }: VersionRow,
  caller: { userId: string; ip: string },
): Promise<OutputOf<'restoreVersion'>> {
  await documents.settle(compositionId);
  const { update, edit } = await documents.prepareRestoration({ id, compositionId }, caller);
  const by = { userId: caller.userId, replaces: true };
  await collab.transact(compositionId, by, (ydoc) => Y.applyUpdate(ydoc, update));
  const revision = existing(await documents.settle(compositionId));
  return { revision, edit };
}
