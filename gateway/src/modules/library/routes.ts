import { invalidField } from '@diorama/shared/contract/errors.ts';
import type { InputOf } from '@diorama/shared/contract/index.ts';
import type { libraryRoutes } from '@diorama/shared/contract/library.ts';
import { categoriesOf, LIBRARY_KINDS, type LibraryKind } from '@diorama/shared/domain/library.ts';
import { locateAssets } from '@diorama/shared/scene/asset-references.ts';
import {
  createLibraryItem,
  type LibraryChange,
  removeLibraryItem,
  updateLibraryItem,
} from '@diorama/shared/server/assets/library-changes.ts';
import { listOwnLibrary, listSharedLibrary } from '@diorama/shared/server/assets/library-items.queries.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';
import type { Urls } from '../../web/urls.ts';
import { saveWithAssets } from '../assets/assert-usable-assets.ts';
import { pageOf, serializePage } from '../pagination.ts';
import { listLibraryOfScene } from './library-of-scene.ts';
import { chooseLibrary, loadLibraryItem, reloadLibraryItem } from './load-item.ts';
import { serializeLibraryItem } from './serializer.ts';

type VersionRoute = 'putLibraryVersion' | 'listLibraryVersions' | 'getLibraryVersion';

/** Library items: the public ones, and those of the user's workspaces. */
export function libraryHandlers(
  deps: Deps & { urls: Urls },
): HandlersOf<Omit<typeof libraryRoutes, VersionRoute>> {
  const { db, urls } = deps;

  return {
    listLibrary: async ({ params, query }, { actor, language }) => {
      const filter = {
        userId: actor.userId,
        kind: LIBRARY_KINDS[params.shelf],
        categoryId: query.category ?? null,
        words: query.q?.trim() || null,
        ids: query.uuids ?? null,
        ...pageOf(query),
      };
      const list = () => {
        if (query['composition.uuid']) {
          return listLibraryOfScene(deps, filter, query['composition.uuid']);
        }
        return query.mine
          ? listOwnLibrary(db, filter, { accountId: query['account.uuid'] ?? null })
          : listSharedLibrary(db, filter, { isWhole: query.unpublished === true && actor.isOperator });
      };
      const { rows, total } = await list();
      return serializePage(`/api/library/${params.shelf}`, query, {
        items: rows.map((row) => serializeLibraryItem(urls, row, { ...actor, language })),
        total,
      });
    },

    getLibraryItem: async ({ params }, { actor, language }) =>
      serializeLibraryItem(urls, await loadLibraryItem(db, 'use', { ...params, actor }), {
        ...actor,
        language,
      }),

    createLibraryItem: async ({ params, body }, { actor, language }) => {
      const kind = LIBRARY_KINDS[params.shelf];
      assertContent(kind, body);
      const accountId = await chooseLibrary(deps, body, actor);
      const id = await saveWithAssets(db, accountId, texturesOf(body), (trx) =>
        createLibraryItem(trx, {
          ...changeOf(kind, body),
          kind,
          accountId,
          userId: actor.userId,
          name: body.name,
          assetId: body.asset ?? null,
        }),
      );
      return reloadLibraryItem(deps, { kind, id }, { ...actor, language });
    },

    patchLibraryItem: async ({ params, body }, { actor, language }) => {
      const row = await loadLibraryItem(db, 'edit', { ...params, actor });
      if (body.material !== undefined && row.kind !== 'material') {
        throw invalidField('material', 'library.material.unexpected');
      }
      await saveWithAssets(db, row.account_id, texturesOf(body), (trx) =>
        updateLibraryItem(trx, row.id, changeOf(row.kind, body)),
      );
      return reloadLibraryItem(deps, row, { ...actor, language });
    },

    deleteLibraryItem: async ({ params }, { actor }) => {
      const row = await loadLibraryItem(db, 'edit', { ...params, actor });
      await removeLibraryItem(db, row.id);
      return undefined;
    },
  };
}

type LibraryItemPatch = InputOf<'patchLibraryItem'>['body'];

const texturesOf = ({ material }: LibraryItemPatch) => ({
  references: locateAssets(material),
  propertyPath: 'material',
});

function changeOf(kind: LibraryKind, body: LibraryItemPatch): LibraryChange {
  const { category, isPublished, name, description, tags, credit, material } = body;
  if (category && !categoriesOf(kind).some(({ uuid }) => uuid === category)) {
    throw invalidField('category', 'library.category.unknown');
  }
  return {
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
    ...(category !== undefined && { category_id: category }),
    ...(tags !== undefined && { tags: [...new Set(tags)] }),
    ...(credit !== undefined && { credit }),
    ...(isPublished !== undefined && { is_published: isPublished }),
    ...(material !== undefined && { material }),
  };
}

/** A material is its values, a component its versions, everything else is a file. */
function assertContent(kind: LibraryKind, body: InputOf<'createLibraryItem'>['body']): void {
  if (kind === 'component') {
    throw invalidField('version', 'library.component.version');
  }
  if (kind === 'material' && (body.material === undefined || body.asset)) {
    throw invalidField('material', 'library.material.required');
  }
  if (kind !== 'material' && (!body.asset || body.material !== undefined)) {
    throw invalidField('asset', 'library.asset.required');
  }
}
