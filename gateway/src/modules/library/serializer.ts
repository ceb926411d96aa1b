import type { LibraryItem } from '@diorama/shared/contract/library.ts';
import { LIBRARY_ACCOUNT_ID, type LibraryKind, shelfOf } from '@diorama/shared/domain/library.ts';
import type { Language } from '@diorama/shared/i18n/t.ts';
import { isManager } from '@diorama/shared/policy/account.ts';
import { ASSET_TYPES, type LibraryRow } from '@diorama/shared/server/assets/library-items.queries.ts';
import type { Urls } from '../../web/urls.ts';
import { fileNameOf } from '../compositions/serializer.ts';

const ENDINGS: Record<LibraryKind, string> = {
  model: 'glb',
  texture: 'webp',
  hdri: 'hdr',
  font: 'ttf',
  sound: 'mp3',
  material: 'json',
  component: 'json',
};

/** A library item as presented to a user who may use it. */
export function serializeLibraryItem(
  urls: Urls,
  row: LibraryRow,
  viewer: { isOperator: boolean; language: Language },
): LibraryItem {
  const isShared = row.account_id === LIBRARY_ACCOUNT_ID;
  const isOwn = isManager(row.account_role);
  const file = (object: string | null, name: string) =>
    isShared ? urls.lasting(object, name) : urls.file(object, name);
  return {
    '@id': `/api/library/${shelfOf(row.kind)}/${row.id}`,
    '@type': 'LibraryItem',
    uuid: row.id,
    kind: row.kind,
    type: ASSET_TYPES[row.kind],
    uploadType: row.kind === 'material' ? 'material' : 'library',
    name: row.names[viewer.language] ?? row.name,
    description: row.description,
    category: categoryIri(row),
    tags: row.tags,
    thumbnailUrl: file(row.thumbnail_object, 'thumbnail.webp'),
    asset: row.asset_id === null ? null : `/api/assets/${row.asset_id}`,
    url: file(row.main_object, `${fileNameOf(row.name)}.${ENDINGS[row.kind]}`),
    status: row.status,
    material: row.material,
    version:
      row.version_number === null || row.version_at === null
        ? null
        : { number: row.version_number, note: row.version_note, createdAt: row.version_at },
    size: row.size,
    triangles: row.extra?.triangles ?? null,
    bounds: row.extra?.bounds ?? null,
    credit:
      row.credit_author === null
        ? null
        : { author: row.credit_author, licence: row.credit_licence, url: row.credit_url },
    account: isShared ? null : `/api/accounts/${row.account_id}`,
    isShared,
    isPublished: row.is_published,
    permission: !row.is_bare && (isShared ? viewer.isOperator : isOwn) ? 'edit' : 'use',
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  };
}

function categoryIri({ kind, category_id }: LibraryRow): string | null {
  if (category_id === null) {
    return null;
  }
  return `/api/defaults/${kind === 'model' ? 'model' : 'material'}-library-categories/${category_id}`;
}
