import type { compositionRoutes } from '@diorama/shared/contract/compositions.ts';
import { CodedError, existing } from '@diorama/shared/contract/errors.ts';
import * as Y from 'yjs';
import { deferredJson } from '../../contract/deferred-json.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import { assertUsableReferences } from '../assets/assert-usable-assets.ts';
import { loadComposition } from './facts.ts';
import type { SceneDeps } from './service.ts';

/** The stored documents of scenes. */
export function documentHandlers({
  db,
  collab,
  documents,
}: SceneDeps): HandlersOf<Pick<typeof compositionRoutes, 'getDocument' | 'putDocument'>> {
  return {
    getDocument: async ({ params }, { actor, ctx, ip }) => {
      const row = await loadComposition(db, 'read', { id: params.id, userId: actor.userId });
      const revision = existing(await documents.settle(row.id));
      ctx.set('ETag', `"${revision}"`);
      const reader = { audience: 'people', caller: { userId: actor.userId, ip } } as const;
      return { revision, document: deferredJson(() => documents.readScene(row.id, revision, reader)) };
    },

    putDocument: async ({ params }, { actor, ctx, ip, raw }) => {
      const expected = revisionOf(ctx.get('if-match'));
      const row = await loadComposition(db, 'edit', { id: params.id, userId: actor.userId });
      const current = await documents.settle(row.id);
      const caller = { userId: actor.userId, ip };
      const { update, references } = await documents.prepareReplacement(
        row.id,
        raw ?? Buffer.from('{}'),
        caller,
      );
      await assertUsableReferences(db, row.account_id, { references, propertyPath: 'document' });
      if (current !== expected) {
        throw new CodedError('document.conflict', { extra: { revision: current } });
      }
      await collab.transact(row.id, { userId: actor.userId }, (ydoc) => Y.applyUpdate(ydoc, update));
      const revision = existing(await documents.settle(row.id));
      ctx.set('ETag', `"${revision}"`);
      return { revision };
    },
  };
}

/** The revision of `If-Match`, bare or quoted. @throws CodedError `request.malformed` without one. */
function revisionOf(header: string): number {
  const match = /^(?:W\/)?"?(\d{1,15})"?$/.exec(header.trim());
  if (!match) {
    throw new CodedError('request.malformed');
  }
  return Number(match[1]);
}
