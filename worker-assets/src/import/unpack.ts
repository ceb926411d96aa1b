import { mkdtemp, open, readFile, stat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import { SNIFF_BYTES, sniffFormat } from '@diorama/shared/domain/file-format.ts';
import { FileResolver } from '@diorama/shared/domain/file-resolver.ts';
import { foreignCode, sniffForeign } from '@diorama/shared/domain/foreign-formats.ts';
import {
  type FileFormat,
  formatAt,
  isModelFormat,
  isPictureFormat,
  type ModelFormat,
  type PictureFormat,
} from '@diorama/shared/domain/formats.ts';
import { type ImportMessage, importMessage } from '@diorama/shared/domain/import-message.ts';
import { modelRank } from '@diorama/shared/domain/model-rank.ts';
import { isPrintArchive } from '@diorama/shared/domain/sniff-archive.ts';
import { readTokens } from '@diorama/shared/domain/usd-parser-internals.ts';
import { ImportError } from './import-error.ts';
import { isUnreadPicture, readablePictures } from './readable-pictures.ts';
import { checkZip, type UploadedFile, unzip } from './unzip.ts';

/** A USD layer in an archive; `name` is its path there. */
type Layer = { path: string; name: string; isBinary: boolean };

/** Limit in bytes. Larger layers contain geometry, so their references are not read. */
const MAX_READ_BYTES = 16_000_000;

/** Asset references in a USDA text layer. */
const QUOTED = /@([^@\r\n]{1,1000})@/g;

const COMMENTS = /^\s*#.*$/gm;

/** An unpacked upload: its main model or picture, and the files beside it. */
export type UnpackedUpload = {
  format: ModelFormat | PictureFormat;
  main: UploadedFile;
  /** All files, including the main one. */
  files: UploadedFile[];
  warnings: ImportMessage[];
};

type Workplace = {
  /** Folder for unpacked files. */
  dir: string;
  /** Receives the memory growth of the work in bytes, as soon as it is known. */
  needs: (bytes: number) => void;
};

/**
 * Detects the format of an upload by its content, and unpacks a ZIP.
 * @throws {@link ImportError} for unknown formats, and for archives without a model or over the limits.
 */
export async function unpackUpload(file: UploadedFile, { dir, needs }: Workplace): Promise<UnpackedUpload> {
  const format = await formatOf(file);
  if (isPackage(format)) {
    await checkZip(file.path);
  }
  const opened = format === 'usdz' ? await openPackage(file, { dir, needs }) : null;
  if (opened) {
    return opened;
  }
  if (format !== null && (isModelFormat(format) || isPictureFormat(format))) {
    return { format, main: file, files: [file], warnings: [] };
  }
  await assertNotForeign([file]);
  if (format !== 'zip') {
    throw new ImportError('import.format', importMessage('format.unknown'));
  }
  // A new folder, so that files of an earlier attempt do not interfere.
  const files = await unzip(file.path, await mkdtemp(join(dir, 'zip-')));
  if (isPrintArchive(files.map(({ name }) => name))) {
    await checkZip(file.path);
    return { format: '3mf', main: file, files: [file], warnings: [] };
  }
  const candidates = await Promise.all(
    files.map(async (one) => ({ file: one, format: await formatOf(one) })),
  );
  if (candidates.some((one) => one.format === 'zip')) {
    throw new ImportError('import.failed', importMessage('archive.nested'));
  }
  const [chosen, ...rest] = await findModels(candidates);
  if (!chosen) {
    await assertNotForeign(files);
    throw new ImportError('import.format', importMessage('archive.no-model'));
  }
  const others = rest.map((model) => posix.basename(model.file.name));
  const warnings =
    others.length > 0 ? [importMessage('archive.further-models', { names: others.join(', ') })] : [];
  if (isPackage(chosen.format)) {
    await checkZip(chosen.file.path);
  }
  const { namesFiles = false } = formatAt(chosen.format);
  return {
    format: chosen.format,
    main: chosen.file,
    files: namesFiles ? await readablePictures(candidates, needs) : files,
    warnings,
  };
}

/**
 * Unpacks a USDZ with pictures that browsers do not read, and converts them.
 * @returns null for packages that can stay packed.
 */
async function openPackage(file: UploadedFile, { dir, needs }: Workplace): Promise<UnpackedUpload | null> {
  const files = await unzip(file.path, await mkdtemp(join(dir, 'usdz-')));
  // The first file of a USDZ is its root layer.
  const [main] = files;
  const candidates = await Promise.all(
    files.map(async (one) => ({ file: one, format: await formatOf(one) })),
  );
  const isLayer = candidates[0]?.format === 'usda' || candidates[0]?.format === 'usdc';
  return main && isLayer && candidates.some(isUnreadPicture)
    ? { format: 'usdz', main, files: await readablePictures(candidates, needs), warnings: [] }
    : null;
}

type Candidate = { file: UploadedFile; format: FileFormat | null };
type FoundModel = { file: UploadedFile; format: ModelFormat };

/** The models of an archive, the most likely main model first. */
async function findModels(candidates: readonly Candidate[]): Promise<FoundModel[]> {
  const models = candidates.flatMap(({ file, format }) =>
    format && isModelFormat(format) && isModelFile(file, format) ? [{ file, format }] : [],
  );
  const rank = ({ file, format }: FoundModel) => modelRank(file.name, format);
  return (await withoutParts(models)).sort((a, b) => rank(a) - rank(b));
}

/** Models without the USD layers that others reference; all of them if none would remain. */
async function withoutParts(models: readonly FoundModel[]): Promise<FoundModel[]> {
  const layers = models.filter(({ format }) => format === 'usda' || format === 'usdc');
  const named = await referencedLayers(
    layers.length > 1 ? layers.map(({ file, format }) => ({ ...file, isBinary: format === 'usdc' })) : [],
  );
  const whole = models.filter((model) => !layers.includes(model) || !named.has(model.file.name));
  return whole.length > 0 ? whole : [...models];
}

/** @throws {@link ImportError} for a file of another program, with a code whose text explains how to export it. */
async function assertNotForeign(files: readonly UploadedFile[]): Promise<void> {
  for (const file of files) {
    const { head } = await headOf(file);
    const foreign = sniffForeign(head, file.name);
    if (foreign) {
      throw new ImportError(foreignCode(foreign), null);
    }
  }
}

/** Whether a model is itself an archive, which stays packed. */
function isPackage(format: FileFormat | null): boolean {
  return format === '3mf' || format === 'usdz';
}

/**
 * Material libraries and text files can look like OBJ or JSON. Beside other files those two also need the
 * right extension.
 */
function isModelFile({ name }: UploadedFile, format: ModelFormat): boolean {
  return (format !== 'obj' && format !== 'gltf') || name.toLowerCase().endsWith(`.${format}`);
}

async function formatOf(file: UploadedFile): Promise<FileFormat | null> {
  const { head, size } = await headOf(file);
  return sniffFormat(head, size);
}

async function headOf({ path }: UploadedFile): Promise<{ head: Uint8Array; size: number }> {
  const { size } = await stat(path);
  const handle = await open(path);
  try {
    const head = new Uint8Array(Math.min(size, SNIFF_BYTES));
    await handle.read(head, 0, head.length, 0);
    return { head, size };
  } finally {
    await handle.close();
  }
}

/** Names of the layers that other layers reference. */
async function referencedLayers(layers: readonly Layer[]): Promise<Set<string>> {
  const named = new Set<string>();
  const files = new FileResolver(layers);
  for (const layer of layers) {
    const { size } = await stat(layer.path);
    if (size <= MAX_READ_BYTES) {
      for (const word of wordsOf(await readFile(layer.path), layer.isBinary)) {
        const other = files.find(word, layer.name)?.file;
        if (other && other !== layer) {
          named.add(other.name);
        }
      }
    }
  }
  return named;
}

/** All strings of a layer that may be file names; none for a damaged layer. */
function wordsOf(bytes: Buffer, isBinary: boolean): ReadonlySet<string> {
  try {
    if (isBinary) {
      return new Set(readTokens(new Uint8Array(bytes).buffer, MAX_READ_BYTES));
    }
    const words = new Set<string>();
    for (const [, word = ''] of bytes.toString().replaceAll(COMMENTS, '').matchAll(QUOTED)) {
      words.add(word);
    }
    return words;
  } catch {
    return new Set();
  }
}
