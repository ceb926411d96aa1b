import { existing } from '@diorama/shared/contract/errors.ts';
import type { Version, versionRoutes } from '@diorama/shared/contract/versions.ts';
import type { CompositionAction } from '@diorama/shared/policy/composition.ts';
import { recordSceneLive } from '@diorama/shared/server/delivery/live-events.queries.ts';
import {
  createVersion,
  deleteVersion,
  findVersion,
  listVersions,
  nameVersion,
  type VersionRow,
} from '@diorama/shared/server/scenes/versions.queries.ts';
import type { Collab } from '../../collab/collab.ts';
import { deferredJson } from '../../contract/deferred-json.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';
import type { Urls } from '../../web/urls.ts';
import { loadComposition } from '../compositions/facts.ts';
import { pageOf, serializePage } from '../pagination.ts';
import { serializeUserRef } from '../users/user-ref.ts';
import { restoreVersion } from './restore-version.ts';

/** Earlier states of scenes. */
export function versionHandlers(
  deps: Deps & { urls: Urls; collab: Collab },
): HandlersOf<typeof versionRoutes> {
  const { db, urls, documents } = deps;

  /** A version for a user's action on its scene. @throws CodedError according to the policy */
  const load = async (action: CompositionAction, id: string, userId: string): Promise<VersionRow> => {
    const row = existing(await findVersion(db, id));
    await loadComposition(db, action, { id: row.composition_id, userId });
    return row;
  };
  const reload = async (id: string): Promise<Version> => {
    const row = existing(await findVersion(db, id));
    return serializeVersion(urls, row);
  };

  return {
    listVersions: async ({ params, query }, { actor }) => {
      const scene = await loadComposition(db, 'history', { id: params.id, userId: actor.userId });
      const { rows, total } = await listVersions(db, { compositionId: scene.id, ...pageOf(query) });
      return serializePage(`/api/compositions/${scene.id}/versions`, query, {
        items: rows.map((row) => serializeVersion(urls, row)),
        total,
      });
    },

    createVersion: async ({ params, body }, { actor }) => {
      const scene = await loadComposition(db, 'history', { id: params.id, userId: actor.userId });
      await documents.settle(scene.id);
      const id = await db.transaction(async (trx) => {
        const version = await createVersion(trx, scene.id, { name: body.name, userId: actor.userId });
        await recordSceneLive(trx, scene.id);
        return version;
      });
      return reload(id);
    },

    getVersion: async ({ params }, { actor }) =>
      serializeVersion(urls, await load('history', params.id, actor.userId)),

    patchVersion: async ({ params, body }, { actor }) => {
      const { id, composition_id: compositionId, automatic } = await load('history', params.id, actor.userId);
      await db.transaction(async (trx) => {
        await nameVersion(trx, { id, compositionId, automatic }, body.name);
        await recordSceneLive(trx, compositionId);
      });
      return reload(id);
    },

    deleteVersion: async ({ params }, { actor }) => {
      const { id, composition_id: compositionId } = await load('history', params.id, actor.userId);
      await db.transaction(async (trx) => {
        await deleteVersion(trx, id);
        await recordSceneLive(trx, compositionId);
      });
      return undefined;
    },

    getVersionDocument: async ({ params }, { actor, ctx, ip }) => {
      const { id, revision } = await load('history', params.id, actor.userId);
      const reader = { audience: 'people', caller: { userId: actor.userId, ip } } as const;
      ctx.set('ETag', `"${id}"`);
      return { revision, document: deferredJson(() => documents.readFixed('version', id, reader)) };
    },

    restoreVersion: async ({ params }, { actor: { userId }, ip }) =>
      restoreVersion(deps, await load('edit', params.id, userId), { userId, ip }),
  };
}

function serializeVersion(urls: Urls, row: VersionRow): Version {
  return {
    '@id': `/api/versions/${row.id}`,
    '@type': 'Version',
    uuid: row.id,
    composition: `/api/compositions/${row.composition_id}`,
    revision: row.revision,
    name: row.name,
    automatic: row.automatic,
    createdBy: row.author && serializeUserRef(urls, row.author),
    authorName: row.author?.name ?? row.author_name,
    createdAt: row.created_at,
    thumbnailUrl: urls.file(row.thumbnail_object, 'thumbnail.webp'),
  };
}
