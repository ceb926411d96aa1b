import { CodedError, type ViolationCode } from '@diorama/shared/contract/errors.ts';
import type { InputOf } from '@diorama/shared/contract/index.ts';
import type { LibraryItem, libraryRoutes } from '@diorama/shared/contract/library.ts';
import {
  categoriesOf,
  LIBRARY_ACCOUNT_ID,
  LIBRARY_KINDS,
  type LibraryKind,
} from '@diorama/shared/domain/library.ts';
import type { Language } from '@diorama/shared/i18n/t.ts';
import { authorizeLibrary, type LibraryAction } from '@diorama/shared/policy/library.ts';
import { locateAssets } from '@diorama/shared/scene/asset-references.ts';
import {
  createLibraryItem,
  type LibraryChange,
  removeLibraryItem,
  updateLibraryItem,
} from '@diorama/shared/server/assets/library-changes.ts';
import {
  findLibraryItem,
  type LibraryRow,
  listOwnLibrary,
  listSharedLibrary,
} from '@diorama/shared/server/assets/library-items.queries.ts';
import {
  findLibraryVersion,
  listLibraryVersions,
  saveLibraryVersion,
} from '@diorama/shared/server/assets/library-versions.queries.ts';
import { listAccountsOf } from '@diorama/shared/server/workspaces/accounts.queries.ts';
import type { Actor } from '../../auth/actor.ts';
import { deferredJson } from '../../contract/deferred-json.ts';
import type { HandlersOf } from '../../contract/handler.ts';
import type { Deps } from '../../deps.ts';
import type { Urls } from '../../web/urls.ts';
import { assertAccount } from '../accounts/account-access.ts';
import { assertAllowed } from '../assert-allowed.ts';
import { saveWithAssets } from '../assets/assert-usable-assets.ts';
import { pageOf, serializePage } from '../pagination.ts';
import { serializeLibraryItem } from './serializer.ts';

/** Library items: the public ones, and those of the user's workspaces. */
export function libraryHandlers(deps: Deps & { urls: Urls }): HandlersOf<typeof libraryRoutes> {
  const { db, urls, documents } = deps;

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
      const { rows, total } = query.mine
        ? await listOwnLibrary(db, filter, { accountId: query['account.uuid'] ?? null })
        : await listSharedLibrary(db, filter, { isWhole: query.unpublished === true && actor.isOperator });
      return serializePage(`/api/library/${params.shelf}`, query, {
        items: rows.map((row) => serializeLibraryItem(urls, row, { ...actor, language })),
        total,
      });
    },

    getLibraryItem: async ({ params }, { actor, language }) =>
      serializeLibraryItem(urls, await load('use', params, actor), { ...actor, language }),

    createLibraryItem: async ({ params, body }, { actor, language }) => {
      const kind = LIBRARY_KINDS[params.shelf];
      assertContent(kind, body);
      const accountId = await chooseLibrary(body, actor);
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
      return reload(kind, id, { ...actor, language });
    },

    patchLibraryItem: async ({ params, body }, { actor, language }) => {
      const row = await load('edit', params, actor);
      if (body.material !== undefined && row.kind !== 'material') {
        throw invalid('material', 'library.material.unexpected');
      }
      await saveWithAssets(db, row.account_id, texturesOf(body), (trx) =>
        updateLibraryItem(trx, row.id, changeOf(row.kind, body)),
      );
      return reload(row.kind, row.id, { ...actor, language });
    },

    deleteLibraryItem: async ({ params }, { actor }) => {
      const row = await load('edit', params, actor);
      await removeLibraryItem(db, row.id);
      return undefined;
    },

    putLibraryVersion: async ({ params }, { actor, language, ip, raw }) => {
      const { id, number } = params;
      const row = await findLibraryItem(db, { id, kind: 'component', userId: actor.userId });
      if (row || number > 1) {
        await load('edit', { shelf: 'components', id }, actor);
      }
      const caller = { userId: actor.userId, ip };
      const { body, text, references } = await documents.prepareComponent(
        id,
        raw ?? Buffer.from('{}'),
        caller,
      );
      const accountId = row?.account_id ?? (await chooseLibrary({ ...body, isShared: false }, actor));
      const { name, note = null } = body;
      await saveWithAssets(db, accountId, { references, propertyPath: 'document' }, (trx) =>
        saveLibraryVersion(trx, {
          ...{ item: id, number, accountId, userId: actor.userId },
          ...{ name, note, document: text },
        }),
      );
      return reload('component', id, { ...actor, language });
    },

    listLibraryVersions: async ({ params: { id } }, { actor }) => {
      const row = await load('use', { shelf: 'components', id }, actor);
      return { versions: await listLibraryVersions(db, row.id) };
    },

    getLibraryVersion: async ({ params: { id, number } }, { actor, ctx, ip }) => {
      const row = await load('use', { shelf: 'components', id }, actor);
      const version = await findLibraryVersion(db, row.id, number);
      if (version === null) {
        throw new CodedError('request.not-found');
      }
      const reader = { audience: 'people', caller: { userId: actor.userId, ip } } as const;
      ctx.set('ETag', `"${version}"`);
      return { number, document: deferredJson(() => documents.readFixed('library', version, reader)) };
    },
  };

  /** @throws CodedError according to the policy. */
  async function load(
    action: LibraryAction,
    { shelf, id }: InputOf<'getLibraryItem'>['params'],
    actor: Actor,
  ): Promise<LibraryRow> {
    const row = await findLibraryItem(db, { id, kind: LIBRARY_KINDS[shelf], userId: actor.userId });
    if (!row) {
      throw new CodedError('request.not-found');
    }
    assertAllowed(
      authorizeLibrary(action, {
        isOperator: actor.isOperator,
        isShared: row.account_id === LIBRARY_ACCOUNT_ID,
        isPublished: row.is_published && row.status === 'ready',
        accountRole: row.account_role,
        isAccountActive: row.account_is_active,
      }),
    );
    // A file without metadata can be used. Metadata is stored once it is added to the library.
    if (action === 'edit' && row.is_bare) {
      throw new CodedError('security.not-allowed');
    }
    return row;
  }

  async function reload(
    kind: LibraryKind,
    id: string,
    actor: Actor & { language: Language },
  ): Promise<LibraryItem> {
    const row = await findLibraryItem(db, { id, kind, userId: actor.userId });
    if (!row) {
      throw new CodedError('request.not-found');
    }
    return serializeLibraryItem(urls, row, actor);
  }

  /** The library of a new item: the public one, the named workspace's, or the user's. */
  async function chooseLibrary(
    body: Pick<InputOf<'createLibraryItem'>['body'], 'account' | 'isShared'>,
    actor: Actor,
  ): Promise<string> {
    if (body.isShared) {
      if (!actor.isOperator) {
        throw new CodedError('security.not-allowed');
      }
      return LIBRARY_ACCOUNT_ID;
    }
    const [own] = body.account ? [] : await listAccountsOf(db, actor.userId);
    const accountId = body.account ?? own?.id;
    if (accountId === undefined) {
      throw new CodedError('request.not-found');
    }
    await assertAccount(deps, accountId, actor.userId);
    return accountId;
  }
}

type LibraryItemPatch = InputOf<'patchLibraryItem'>['body'];

const texturesOf = ({ material }: LibraryItemPatch) => ({
  references: locateAssets(material),
  propertyPath: 'material',
});

function changeOf(kind: LibraryKind, body: LibraryItemPatch): LibraryChange {
  const { category, isPublished, name, description, tags, credit, material } = body;
  if (category && !categoriesOf(kind).some(({ uuid }) => uuid === category)) {
    throw invalid('category', 'library.category.unknown');
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
    throw invalid('version', 'library.component.version');
  }
  if (kind === 'material' && (body.material === undefined || body.asset)) {
    throw invalid('material', 'library.material.required');
  }
  if (kind !== 'material' && (!body.asset || body.material !== undefined)) {
    throw invalid('asset', 'library.asset.required');
  }
}

function invalid(propertyPath: string, code: ViolationCode): CodedError {
  return new CodedError('request.invalid', { violations: [{ propertyPath, code }] });
}
