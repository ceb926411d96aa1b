import { existing } from '@diorama/shared/contract/errors.ts';
import type { libraryRoutes } from '@diorama/shared/contract/library.ts';
import { findLibraryItem } from '@diorama/shared/server/assets/library-items.queries.ts';
import {
  findLibraryVersion,
  listLibraryVersions,
  saveLibraryVersion,
} from '@diorama/shared/server/assets/library-versions.queries.ts';
import { deferredJson } from '../../contract/deferred-json.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';
import type { Urls } from '../../web/urls.ts';
import { saveWithAssets } from '../assets/assert-usable-assets.ts';
import { usesItem } from './library-of-scene.ts';
import { chooseLibrary, loadLibraryItem, reloadLibraryItem } from './load-item.ts';

type VersionRoutes = Pick<
  typeof libraryRoutes,
  'putLibraryVersion' | 'listLibraryVersions' | 'getLibraryVersion'
>;

/** Versions of components in the library. */
export function libraryVersionHandlers(deps: Deps & { urls: Urls }): HandlersOf<VersionRoutes> {
  const { db, documents } = deps;

  return {
    putLibraryVersion: async ({ params }, { actor, language, ip, raw }) => {
      const { id, number } = params;
      const row = await findLibraryItem(db, { id, kind: 'component', userId: actor.userId });
      if (row || number > 1) {
        await loadLibraryItem(db, 'edit', { shelf: 'components', id, actor });
      }
      const caller = { userId: actor.userId, ip };
      const { body, text, references } = await documents.prepareComponent(
        id,
        raw ?? Buffer.from('{}'),
        caller,
      );
      const accountId = row?.account_id ?? (await chooseLibrary(deps, { ...body, isShared: false }, actor));
      const { name, note = null } = body;
      await saveWithAssets(db, accountId, { references, propertyPath: 'document' }, (trx) =>
        saveLibraryVersion(trx, {
          ...{ item: id, number, accountId, userId: actor.userId },
          ...{ name, note, document: text },
        }),
      );
      return reloadLibraryItem(deps, { kind: 'component', id }, { ...actor, language });
    },

    listLibraryVersions: async ({ params: { id } }, { actor }) => {
      const row = await loadLibraryItem(db, 'use', { shelf: 'components', id, actor });
      return { versions: await listLibraryVersions(db, row.id) };
    },

    getLibraryVersion: async ({ params: { id, number }, query }, { actor, ctx, ip }) => {
      const scene = query['composition.uuid'];
      const isUsed = scene !== undefined && (await usesItem(deps, { item: id, scene, userId: actor.userId }));
      const row = await loadLibraryItem(db, 'use', { shelf: 'components', id, actor, isUsed });
      const version = existing(await findLibraryVersion(db, row.id, number));
      const reader = { audience: 'people', caller: { userId: actor.userId, ip } } as const;
      ctx.set('ETag', `"${version}"`);
      return { number, document: deferredJson(() => documents.readFixed('library', version, reader)) };
    },
  };
}
