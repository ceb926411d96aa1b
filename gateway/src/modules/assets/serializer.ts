import { ASSET_TYPE, type Asset, type SceneOutput } from '@diorama/shared/contract/assets.ts';
import type { ErrorCode } from '@diorama/shared/contract/errors.ts';
import { FOREIGN_FORMATS } from '@diorama/shared/domain/foreign-formats.ts';
import { LARGE_BYTES } from '@diorama/shared/domain/import-queue.ts';
import {
  isImportMessage,
  parseImportMessage,
  translateImportMessage,
} from '@diorama/shared/i18n/import-messages.ts';
import type { Language } from '@diorama/shared/i18n/t.ts';
import type { AssetRow } from '@diorama/shared/server/assets/assets.queries.ts';
import type { OutputRow } from '@diorama/shared/server/scenes/outputs.queries.ts';
import { titleOf } from '../../middleware/errors.ts';
import type { Urls } from '../../web/urls.ts';
import { fileNameOf } from '../compositions/serializer.ts';
import { webPageSubject } from '../web-page/routes.ts';

/**
 * Seconds between the ends of two imports on a small machine, for small and large files. The default until
 * measured values exist.
 */
const SECONDS_AN_IMPORT = { small: 4, large: 60 } as const;

const ERROR_CODES = new Set<string>([
  'output.failed',
  'import.failed',
  'import.unfinished',
  'import.files-missing',
  'import.format',
  ...Object.keys(FOREIGN_FORMATS).map((format) => `upload.${format}`),
  'texture.invalid',
  'sky.invalid',
  'font.invalid',
  'sound.invalid',
  'reimagine.unavailable',
  'reimagine.refused',
  'reimagine.failed',
]);

function isImportError(code: string): code is ErrorCode {
  return ERROR_CODES.has(code);
}

/** The translated error: the catalogue's title, and the detail that the worker found. */
export function serializeFailure(code: string | null, detail: string | null, language: Language) {
  if (code === null) {
    return null;
  }
  const title = titleOf(isImportError(code) ? code : 'import.failed', language);
  // Some titles are sentences. The full stop goes, as a colon follows.
  const reason = detail === null ? null : parseImportMessage(detail);
  const explanation = reason && translateImportMessage(reason, language);
  return { code, message: explanation ? `${title.replace(/\.$/, '')}: ${explanation}` : title };
}

/** The report of an import, without the sentences of releases before 1.0. */
function serializeReport({ missing, ...parts }: NonNullable<Asset['report']>): Asset['report'] {
  const { converted, resized, merged, dropped, warnings } = parts;
  const messages = (lines: NonNullable<Asset['report']>['converted']) => lines.filter(isImportMessage);
  return {
    converted: messages(converted),
    resized: messages(resized),
    merged: messages(merged),
    dropped: messages(dropped),
    missing,
    warnings: messages(warnings),
  };
}

/** Large files have a separate queue. */
function secondsAnImport(size: number): number {
  return size >= LARGE_BYTES ? SECONDS_AN_IMPORT.large : SECONDS_AN_IMPORT.small;
}

/** An asset as presented to its users. */
export function serializeAsset(urls: Urls, row: AssetRow, language: Language): Asset {
  const { extra } = row;
  const isModel = row.type === 2;
  const base = fileNameOf(row.name.replace(/\.[^.]*$/, ''));
  return {
    '@id': `/api/assets/${row.id}`,
    '@type': 'Asset',
    uuid: row.id,
    type: row.type,
    // The contract's enum limits the values of the column.
    uploadType: row.upload_type as Asset['uploadType'],
    account: `/api/accounts/${row.account_id}`,
    composition: row.composition_id === null ? null : `/api/compositions/${row.composition_id}`,
    status: row.status,
    progress: row.progress,
    position: row.position,
    etaSeconds:
      row.position === null ? null : Math.ceil(row.position * (row.pace ?? secondsAnImport(row.size))),
    name: row.name,
    size: row.size,
    url: urls.file(row.main_object, isModel ? `${base}.glb` : row.name),
    originalUrl: urls.file(row.original_object, row.name),
    createdAt: row.created_at,
    updatedAt: row.updated_at,
    report: row.report && serializeReport(row.report),
    wantsOriginal: row.wants_original,
    showsOriginal: row.shows_original,
    error: serializeFailure(row.error_code, row.error_detail, language),
    extra: {
      triangles: extra.triangles ?? null,
      textures: extra.textures ?? null,
      bounds: extra.bounds ?? null,
      thumbnailUrl: urls.file(row.thumbnail_object, 'thumbnail.webp'),
      mobileUrl: urls.file(row.mobile_object, isModel ? `${base}-mobile.glb` : row.name),
      animations: extra.animations ?? [],
      slots: extra.slots ?? [],
      colors: extra.colors ?? [],
      variants: extra.variants ?? [],
      format: extra.format ?? null,
      offset: extra.offset ?? null,
      pixels: extra.pixels ?? null,
      seconds: extra.seconds ?? null,
    },
  };
}

/** An output as presented to the users of its scene. */
export function serializeOutput(urls: Urls, row: OutputRow, language: Language): SceneOutput {
  const visibility = { keyVersion: row.key_version, isPublic: row.is_public };
  const file = (object: string | null, name: string) => urls.sceneFile(object, name, visibility);
  const output = {
    glb: file(row.glb_object, 'scene.glb'),
    usdz: file(row.usdz_object, 'scene.usdz'),
    carousel: row.carousel_objects.flatMap((object, at) => file(object, `frame-${at}.webp`) ?? []),
    carouselHd: row.carousel_hd_objects.flatMap((object, at) => file(object, `view-${at}.webp`) ?? []),
  };
  return {
    '@id': `/api/compositions/${row.composition_id}/output`,
    '@type': 'SceneOutput',
    ...output,
    uuid: row.id,
    composition: `/api/compositions/${row.composition_id}`,
    revision: row.revision,
    status: row.status,
    step: row.step,
    steps: 3,
    progress: row.progress,
    position: row.position,
    isAwaitingFiles: row.is_awaiting_files,
    createdAt: row.created_at,
    error: serializeFailure(row.error_code, row.error_detail, language),
    glbMobile: file(row.mobile_object, 'scene-mobile.glb'),
    glbAr: file(row.ar_object, 'scene-ar.glb'),
    webPage: row.is_published ? urls.signed(`/api/outputs/${row.id}/web-page`, webPageSubject(row.id)) : null,
    thumbnail: file(row.thumbnail_object, 'thumbnail.webp'),
    bytes: { glb: row.glb_bytes, glbMobile: row.mobile_bytes, glbAr: row.ar_bytes, usdz: row.usdz_bytes },
    assets: outputAssets(),
    stats: row.stats,
  };

  function outputAssets(): SceneOutput['assets'] {
    const files = [
      [ASSET_TYPE.sceneGlb, [output.glb]],
      [ASSET_TYPE.sceneUsdz, [output.usdz]],
      [ASSET_TYPE.carousel, output.carousel],
      [ASSET_TYPE.carouselHd, output.carouselHd],
    ] as const;
    return files.flatMap(([type, urls]) =>
      urls.flatMap((url) =>
        url === null
          ? []
          : [
              {
                '@type': 'Asset' as const,
                type,
                uploadType: 'scene' as const,
                url,
                updatedAt: row.created_at,
              },
            ],
      ),
    );
  }
}
