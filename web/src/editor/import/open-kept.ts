import type { Asset } from '@diorama/shared/contract/assets.ts';
import { ARCHIVE_LIMITS, isSwollen } from '@diorama/shared/domain/archive-limits.ts';
import {
  extensionOf,
  type ImportFile,
  type ImportSet,
  isClutter,
  isModelName,
  MAX_UPLOAD_BYTES,
  planImport,
} from './import-set.ts';

/** The file that a model was made of, as the server keeps it; none where it keeps none any more. */
export async function fetchOriginal(asset: Asset | undefined): Promise<ImportFile[]> {
  const { name = '', originalUrl = null } = asset ?? {};
  const response = originalUrl === null ? null : await fetch(originalUrl).catch(() => null);
  return response?.ok ? [{ path: name, file: new File([await response.blob()], name) }] : [];
}

/**
 * What becomes of a model with more files. A model among those takes its place; others are put beside all that it came with,
 * in place of files of the same names, and the server chooses among its models as it did before. Undefined where there is no
 * model, and where it would be too large.
 * @throws for an archive that cannot be opened, or that holds too much
 */
export async function setWith(
  known: readonly ImportFile[],
  files: readonly ImportFile[],
): Promise<ImportSet | undefined> {
  const names = new Set(files.map(({ path }) => path));
  const kept = (await openArchives(known)).filter(({ path }) => !names.has(path));
  if (planImport(files).sets.length > 0) {
    return planImport([...files, ...kept.filter(({ file }) => !isModelName(file.name))]).sets[0];
  }
  const all = [...kept, ...files];
  const [model] = planImport(kept).sets;
  const bytes = all.reduce((sum, { file }) => sum + file.size, 0);
  return model && bytes <= MAX_UPLOAD_BYTES ? { name: model.name, files: all } : undefined;
}

/** The same files, with what lies in archives in place of those, so that others can be put beside it. */
async function openArchives(files: readonly ImportFile[]): Promise<ImportFile[]> {
  return (await Promise.all(files.map(openOne))).flat();
}

async function openOne(given: ImportFile): Promise<ImportFile[]> {
  if (extensionOf(given.file.name) !== 'zip') {
    return [given];
  }
  const { lastModified } = given.file;
  const entries = await unpack(new Uint8Array(await given.file.arrayBuffer()));
  return Object.entries(entries).flatMap(([path, bytes]) =>
    path.endsWith('/') || isClutter(path)
      ? []
      : [{ path, file: new File([bytes.slice()], path.split('/').at(-1) ?? path, { lastModified }) }],
  );
}

/** Unpacks an archive, large files of it beside the page's thread, as long as all of it could be sent again. */
async function unpack(archive: Uint8Array): Promise<Record<string, Uint8Array>> {
  const { unzip } = await import('three/addons/libs/fflate.module.js');
  let count = 0;
  let total = 0;
  let isTooMuch = false;
  const filter = (file: { size: number; originalSize: number }) => {
    count += 1;
    total += file.originalSize;
    isTooMuch ||=
      count > ARCHIVE_LIMITS.files ||
      total > MAX_UPLOAD_BYTES ||
      isSwollen({ packed: file.size, inflated: file.originalSize, ratio: ARCHIVE_LIMITS.ratio });
    return !isTooMuch;
  };
  return await new Promise((resolve, reject) => {
    unzip(archive, { filter }, (error, entries) => {
      if (error || isTooMuch) {
        reject(error ?? new RangeError('The archive holds too much'));
      } else {
        resolve(entries);
      }
    });
  });
}
