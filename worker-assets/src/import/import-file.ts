import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { ImportReport } from '@diorama/shared/contract/assets.ts';
import {
  type FileFormat,
  formatAt,
  isPictureFormat,
  type PageFormat,
} from '@diorama/shared/domain/formats.ts';
import { importMessage } from '@diorama/shared/domain/import-message.ts';
import { IMPORT_PROGRESS } from '@diorama/shared/domain/import-queue.ts';
import { giveTo } from '../unprivileged.ts';
import { READ_SHARE } from './child-protocol.ts';
import type { ConversionPool, Lane, PoolLimits } from './conversion-pool.ts';
import type { ModelDescription } from './describe-model.ts';
import { ImportError } from './import-error.ts';
import { openingNeed } from './memory-need.ts';
import { emptyReport, mergeReports, type Size } from './report.ts';
import type { UnpackedUpload } from './unpack.ts';
import type { UploadedFile } from './unzip.ts';

/** A file to convert, with all files of its upload. */
export type PageConversion = {
  format: PageFormat;
  main: UploadedFile;
  files: readonly UploadedFile[];
  /** Path of the GLB to write. */
  into: string;
  /** Cancels the conversion and closes the page. */
  signal?: AbortSignal;
};

/** Converts a file of another format to GLB. @throws {@link ImportError} when the file is invalid. */
export type PageConverter = (input: PageConversion) => Promise<{ report: Partial<ImportReport> }>;

export type ImportedModel = {
  kind: 'model';
  glb: string;
  mobile: string;
  report: ImportReport;
  /** The description of the model, and its source format. */
  description: ModelDescription & { format: FileFormat };
};
/** A picture, or another file that is stored like one. */
export type ImportedPicture = {
  kind: 'picture';
  /** `null` when the original serves. */
  main: string | null;
  /** Path of the smaller picture for phones, if any. */
  mobile: string | null;
  /** MIME type of `main` and `mobile`. */
  mimeType: string;
  mobileType: string;
  /** `null` for sounds. */
  thumbnail: string | null;
  /** Size of an upright picture; skies and fonts have none. */
  pixels?: Size;
  /** Length of a sound. */
  seconds?: number;
  report: ImportReport;
};

export type ImportDeps = { pool: ConversionPool; convertInPage: PageConverter };

export type ImportRequest = {
  /** The uploaded file and its original name. */
  file: UploadedFile;
  /** Folder for the results, in which the conversion children can write. */
  dir: string;
  expects: 'model' | 'picture' | 'sky' | 'font' | 'sound';
  /** Whether the model keeps all pixels and numbers. The file for phones is optimised anyway. */
  asItCame?: boolean;
  /** Queue of the conversion; `small` by default. */
  lane?: Lane;
  /** Cancels the import. */
  signal?: AbortSignal;
  /** Receives the progress in percent, on the scale of `IMPORT_PROGRESS`. */
  onProgress?: (percent: number) => void;
};

/** Most processor time of a conversion, whose threads may use two processors at once. */
const PROCESSOR_MS = 8 * 60_000;
/** Skies have one MIME type for all clients. */
const SKY = 'image/vnd.radiance';

/**
 * Imports one upload: detects its format, converts, optimises and validates it. The results are files in `dir`.
 * @throws {@link ImportError} when the file is invalid.
 */
export async function importFile(
  deps: ImportDeps,
  request: ImportRequest,
): Promise<ImportedModel | ImportedPicture> {
  const { file, dir, lane = 'small', signal } = request;
  const bytes = (await stat(file.path)).size;
  const limits: PoolLimits = { addedBytes: openingNeed(bytes), processorMs: PROCESSOR_MS, lane, signal };
  if (request.expects === 'sky') {
    const sky = await deps.pool.run('convert-sky', { path: file.path, dir }, limits);
    return { kind: 'picture', mimeType: SKY, mobileType: SKY, ...sky };
  }
  if (request.expects === 'font') {
    const font = await deps.pool.run('check-font', { path: file.path, dir }, limits);
    const converted =
      font.main === null
        ? []
        : [
            importMessage('changed.converted', {
              from: 'WOFF2',
              to: font.mimeType === 'font/otf' ? 'OTF' : 'TTF',
            }),
          ];
    const report = { ...emptyReport(), converted };
    return { kind: 'picture', mobile: null, mobileType: font.mimeType, report, ...font };
  }
  if (request.expects === 'sound') {
    const sound = await deps.pool.run('check-sound', { path: file.path, dir }, limits);
    const original = { main: null, mobile: null, thumbnail: null, mobileType: sound.mimeType };
    return { kind: 'picture', report: emptyReport(), ...original, ...sound };
  }
  const upload = await deps.pool.run('unpack', { file, dir }, limits);
  request.onProgress?.(IMPORT_PROGRESS.unpacked);
  if (isPictureFormat(upload.format)) {
    if (request.expects === 'model') {
      throw new ImportError('import.format', importMessage('format.picture'));
    }
    const picture = await deps.pool.run(
      'convert-picture',
      { path: upload.main.path, format: upload.format, dir },
      limits,
    );
    return { kind: 'picture', mobileType: 'image/webp', ...picture };
  }
  if (request.expects === 'picture') {
    throw new ImportError('texture.invalid', importMessage('format.model'));
  }
  return await convertModel(deps, { ...request, upload, limits });
}

type ModelWork = ImportRequest & { upload: UnpackedUpload; limits: PoolLimits };

async function convertModel(deps: ImportDeps, work: ModelWork): Promise<ImportedModel> {
  const { upload, dir, limits, signal, onProgress, asItCame = false } = work;
  const { format, main, files } = upload;
  const report = mergeReports(emptyReport(), { warnings: upload.warnings });
  if (format === 'glb' || format === 'gltf') {
    const converted = await deps.pool.run(
      'convert-gltf',
      { format, main, files, dir, asItCame },
      { ...limits, onProgress: (share) => onProgress?.(percentAt(IMPORT_PROGRESS.unpacked, share)) },
    );
    const description = { ...converted.description, format };
    return { kind: 'model', ...converted, description, report: mergeReports(report, converted.report) };
  }
  if (isPictureFormat(format)) {
    throw new Error('Pictures are not converted as models');
  }
  const path = join(dir, 'converted.glb');
  const page = await deps.convertInPage({ format, main, files, into: path, signal });
  onProgress?.(IMPORT_PROGRESS.converted);
  await giveTo(deps.pool.user, path);
  const asGlb = { name: main.name, path };
  const converted = await deps.pool.run(
    'convert-gltf',
    { format: 'glb', main: asGlb, files: [], dir, asItCame },
    { ...limits, onProgress: (share) => onProgress?.(percentAt(IMPORT_PROGRESS.converted, share)) },
  );
  const soFar = mergeReports(
    mergeReports(report, {
      converted: [importMessage('changed.converted', { from: formatAt(format).label, to: 'GLB' })],
    }),
    page.report,
  );
  const description = { ...converted.description, format };
  return { kind: 'model', ...converted, description, report: mergeReports(soFar, converted.report) };
}

/** Percentage of the import for a share of the glTF conversion, which began at `began` per cent. */
function percentAt(began: number, share: number): number {
  const { read, written } = IMPORT_PROGRESS;
  return share <= READ_SHARE
    ? began + (read - began) * (share / READ_SHARE)
    : read + (written - read) * ((share - READ_SHARE) / (1 - READ_SHARE));
}
