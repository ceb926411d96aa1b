import { ASSET_TYPE, type Asset } from '@diorama/shared/contract/assets.ts';
import { type LibraryRow, listOwnLibrary } from '@diorama/shared/server/assets/library-items.queries.ts';
import {
  isOutputFileType,
  listOutputFiles,
  type OutputFileRow,
  type OutputFileType,
} from '@diorama/shared/server/assets/output-files.ts';
import type { Knex } from '@diorama/shared/server/db/knex.ts';
import type { Urls } from '../../web/urls.ts';
import { fileNameOf } from '../compositions/serializer.ts';

/** Endings of the names of files of scenes. */
const ENDINGS: Record<OutputFileType, string> = {
  [ASSET_TYPE.sceneGlb]: 'glb',
  [ASSET_TYPE.sceneUsdz]: 'usdz',
  [ASSET_TYPE.carousel]: 'webp',
  [ASSET_TYPE.carouselHd]: 'webp',
};

type OutputFileQuery = { accountId: string; userId: string; type: number; limit: number; offset: number };

/**
 * A page of a workspace's materials, or of the files of its scenes, as assets. They have the IRIs of the
 * resources that they belong to.
 * @returns null for types that users upload
 */
export async function listMadeAssets(
  { db, urls }: { db: Knex; urls: Urls },
  { type, ...query }: OutputFileQuery,
): Promise<{ items: Asset[]; total: number } | null> {
  if (isOutputFileType(type)) {
    const { rows, total } = await listOutputFiles(db, { ...query, type });
    return { items: rows.map((row) => outputAsset(urls, row, { ...query, type })), total };
  }
  if (type === ASSET_TYPE.material) {
    const filter = { ...query, kind: 'material', categoryId: null, words: null, ids: null } as const;
    const { rows, total } = await listOwnLibrary(db, filter, { accountId: query.accountId });
    return { items: rows.map((row) => materialAsset(urls, row)), total };
  }
  return null;
}

function outputAsset(
  urls: Urls,
  row: OutputFileRow,
  { accountId, type }: { accountId: string; type: OutputFileType },
): Asset {
  const isSeries = type === ASSET_TYPE.carousel || type === ASSET_TYPE.carouselHd;
  const name = `${fileNameOf(row.name)}${isSeries ? `-${row.at}` : ''}.${ENDINGS[type]}`;
  return {
    ...READY,
    '@id': `/api/compositions/${row.composition_id}/output`,
    uuid: row.id,
    type,
    uploadType: 'scene',
    account: `/api/accounts/${accountId}`,
    composition: `/api/compositions/${row.composition_id}`,
    name,
    size: row.size,
    url: urls.sceneFile(row.object, name, { keyVersion: row.key_version, isPublic: row.is_public }),
    createdAt: row.created_at,
    updatedAt: row.created_at,
  };
}

function materialAsset(urls: Urls, row: LibraryRow): Asset {
  return {
    ...READY,
    '@id': `/api/library/materials/${row.id}`,
    uuid: row.id,
    type: ASSET_TYPE.material,
    uploadType: 'material',
    account: `/api/accounts/${row.account_id}`,
    composition: null,
    name: row.name,
    size: row.size ?? 0,
    url: null,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    extra: { ...READY.extra, thumbnailUrl: urls.file(row.thumbnail_object, 'thumbnail.webp') },
  };
}

/** Fields of an asset that was not imported. */
const READY = {
  '@type': 'Asset',
  status: 'ready',
  progress: 100,
  position: null,
  etaSeconds: null,
  originalUrl: null,
  report: null,
  wantsOriginal: false,
  showsOriginal: false,
  error: null,
  extra: {
    triangles: null,
    textures: null,
    bounds: null,
    thumbnailUrl: null,
    mobileUrl: null,
    animations: [],
    slots: [],
    variants: [],
    colors: [],
    format: null,
    offset: null,
    pixels: null,
    seconds: null,
  },
} satisfies Partial<Asset>;
