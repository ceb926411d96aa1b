import { existing } from '@diorama/shared/contract/errors.ts';
import type { OutputOf } from '@diorama/shared/contract/index.ts';
import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { markDeletions } from '@diorama/shared/scene/mark-deletions.ts';
import { readStored } from '@diorama/shared/scene/stored.ts';
import { applyDocumentDiff } from '@diorama/shared/scene/ydoc.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import { findVersionDocument, type VersionRow } from '@diorama/shared/server/scenes/versions.queries.ts';
import * as Y from 'yjs';
import type { Collab } from '../../collab/collab.ts';
import type { Deps } from '../../deps.ts';

/** Applies the differences to an earlier state as an edit of the live scene. */
export async function restoreVersion(
  { db, collab, documents }: Pick<Deps, 'db' | 'documents'> & { collab: Collab },
  { id, composition_id: sceneId }: VersionRow,
  userId: string,
): Promise<OutputOf<'restoreVersion'>> {
  const document = await readVersion(db, id);
  let edit = { client: 0, clock: 0 };
  await collab.transact(sceneId, { userId, replaces: true }, (ydoc) => {
    ydoc.transact(() => {
      applyDocumentDiff(ydoc, document);
      markDeletions(ydoc);
    });
    edit = { client: ydoc.clientID, clock: Y.getState(ydoc.store, ydoc.clientID) };
  });
  const revision = existing(await documents.settle(sceneId));
  return { revision, edit };
}

/**
 * The document of a version, upgraded to the current form. @throws CodedError `request.not-found` when it was
 * deleted meanwhile.
 */
async function readVersion(db: Knex, id: string): Promise<SceneDocument> {
  const stored = existing(await findVersionDocument(db, id));
  return readStored(stored);
}
