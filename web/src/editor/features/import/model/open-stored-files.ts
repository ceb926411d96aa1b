import type { Asset } from '@diorama/shared/contract/assets.ts';
import { ARCHIVE_LIMITS, isDecompressionBomb } from '@diorama/shared/domain/archive-limits.ts';
import { zipNamesByLatin } from '@diorama/shared/domain/zip-directory.ts';
import { fetchCode } from '../../../../fetch-code.ts';
import { extensionOf } from '../../../../files/file-names.ts';
import {
  type ImportFile,
  type ImportPlan,
  type ImportSet,
  isClutter,
  isModelName,
  isPictureName,
  pictureSet,
  planImport,
  sortOut,
} from '../../../../files/import-set.ts';

/** Directory entry of an archive, with sizes in bytes. */
type Listed = { name: string; size: number; originalSize: number };

/** Size limit for synchronous inflation, in bytes; fflate starts a worker from here on. */
const LARGE_BYTES = 320_000;

/** Original file of a model from the server; empty if it is no longer stored. */
export async function fetchOriginal(asset: Asset | undefined): Promise<ImportFile[]> {
  const { name = '', originalUrl = null } = asset ?? {};
  const response = originalUrl === null ? null : await fetch(originalUrl).catch(() => null);
  return response?.ok ? [{ path: name, file: new File([await response.blob()], name) }] : [];
}

/** A model with additional files: `set` if they are useful to it, `others` are further models among them. */
export type WithFiles = Pick<ImportPlan, 'problems'> & { set?: ImportSet; others: ImportSet[] };

/**
 * Combines a model with additional files. A model among them replaces it; of several the one with its name,
 * else the first. Other files are added, replacing files of the same name, and the server picks the main
 * model again. There is no `set` without a model, or if it would be too large.
 * @throws for an archive that cannot be opened or holds too much
 */
export async function setWith(
  { name, files: known, isPicture }: ImportSet,
  files: readonly ImportFile[],
): Promise<WithFiles> {
  if (isPicture) {
    return pictureOf(files);
  }
  const names = new Set(sortOut(files).usable.map(({ path }) => path));
  const kept = (await openArchives(known)).filter(({ path }) => !names.has(path));
  const { sets, pictures, skies, fonts, problems } = planImport(files);
  const taken = sets.find((set) => set.name === name) ?? sets[0];
  if (taken) {
    const sides = kept.filter(({ file }) => !isModelName(file.name));
    const { sets: joined, problems: more } = planImport([...taken.files, ...sides], ARCHIVE_LIMITS.bytes);
    const others = sets.filter((other) => other !== taken);
    // Unused earlier side files are not reported, as they are not part of this drop.
    const reported = [...problems, ...more.filter(({ kind }) => kind !== 'unused')];
    const left = [...pictures, ...skies, ...fonts];
    if (left.length > 0) {
      reported.push({ kind: 'unused', names: left.map(({ file }) => file.name) });
    }
    return { ...(joined[0] && { set: joined[0] }), others, problems: reported };
  }
  return addSideFiles(kept, files);
}

/** The first given picture replaces a picture; other files are unused. */
function pictureOf(files: readonly ImportFile[]): WithFiles {
  const { usable, problems } = sortOut(files);
  const picture = usable.find(({ file }) => isPictureName(file.name));
  const unused = usable.filter((given) => given !== picture);
  const reported: WithFiles['problems'] =
    unused.length > 0 ? [{ kind: 'unused', names: unused.map(({ file }) => file.name) }] : [];
  return { ...(picture && { set: pictureSet(picture) }), others: [], problems: [...problems, ...reported] };
}

/** Adds files that are no models to a model. */
function addSideFiles(kept: readonly ImportFile[], files: readonly ImportFile[]): WithFiles {
  const { usable, problems } = sortOut(files);
  const [model] = planImport(kept, ARCHIVE_LIMITS.bytes).sets;
  if (!model || usable.length === 0) {
    return { others: [], problems: problems.length > 0 ? problems : [{ kind: 'nothing' }] };
  }
  const all = [...kept, ...usable];
  if (all.reduce((sum, { file }) => sum + file.size, 0) > ARCHIVE_LIMITS.bytes) {
    return { others: [], problems: [...problems, { kind: 'upload.too-large', name: model.name }] };
  }
  return { set: { name: model.name, files: all }, others: [], problems };
}

/** Replaces archives by their contents, so that other files can be added. */
async function openArchives(files: readonly ImportFile[]): Promise<ImportFile[]> {
  return (await Promise.all(files.map(openOne))).flat();
}

async function openOne(given: ImportFile): Promise<ImportFile[]> {
  if (extensionOf(given.file.name) !== 'zip') {
    return [given];
  }
  const { lastModified } = given.file;
  const archive = new Uint8Array(await given.file.arrayBuffer());
  const entries = await unpack(archive);
  const names = zipNamesByLatin(archive);
  return Object.entries(entries).flatMap(([latinName, bytes]) => {
    const path = names.get(latinName) ?? latinName;
    return path.endsWith('/') || isClutter(path)
      ? []
      : [{ path, file: new File([bytes.slice()], path.split('/').at(-1) ?? path, { lastModified }) }];
  });
}

/**
 * Unpacks an archive up to the server's limits. Large entries are inflated in a worker, one at a time: each
 * needs a copy of the archive.
 */
async function unpack(archive: Uint8Array): Promise<Record<string, Uint8Array>> {
  const { unzip, unzipSync } = await fetchCode(() => import('three/addons/libs/fflate.module.js'));
  const listed: Listed[] = [];
  unzipSync(archive, {
    filter: (file) => {
      listed.push(file);
      return false;
    },
  });
  if (holdsTooMuch(listed)) {
    throw new RangeError('The archive holds too much');
  }
  const take = (isWanted: (file: Listed) => boolean) =>
    new Promise<Record<string, Uint8Array>>((resolve, reject) => {
      unzip(archive, { filter: isWanted }, (error, entries) => (error ? reject(error) : resolve(entries)));
    });
  const isLarge = ({ originalSize }: Listed) => originalSize > LARGE_BYTES;
  const entries = await take((file) => !isLarge(file));
  for (const { name } of listed.filter(isLarge)) {
    Object.assign(entries, await take((file) => file.name === name));
  }
  return entries;
}

/** Whether an archive exceeds the server's limits for unpacking. */
export function holdsTooMuch(listed: readonly Listed[]): boolean {
  return (
    listed.length > ARCHIVE_LIMITS.files ||
    listed.reduce((sum, { originalSize }) => sum + originalSize, 0) > ARCHIVE_LIMITS.bytes ||
    listed.some(({ size, originalSize }) =>
      isDecompressionBomb({ packed: size, inflated: originalSize, ratio: ARCHIVE_LIMITS.ratio }),
    )
  );
}
