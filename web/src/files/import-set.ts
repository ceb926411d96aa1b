import { ARCHIVE_LIMITS } from '@diorama/shared/domain/archive-limits.ts';
import { type ForeignCode, foreignCode, foreignFormatNamed } from '@diorama/shared/domain/foreign-formats.ts';
import {
  type FileFormat,
  formatAt,
  formatsOf,
  isModelFormat,
  SCENE_FILES,
} from '@diorama/shared/domain/formats.ts';
import { modelRank } from '@diorama/shared/domain/model-rank.ts';
import { MAX_UPLOAD_BYTES } from '@diorama/shared/plans.ts';
import { extensionOf, stemOf } from './file-names.ts';

/** File handle that can be reopened after a reload; only Chromium browsers provide it. */
export type FileHandle = {
  kind: string;
  getFile(): Promise<File>;
  queryPermission?(options: { mode: 'read' }): Promise<PermissionState>;
  requestPermission?(options: { mode: 'read' }): Promise<PermissionState>;
};

/** Dropped file; `path` includes its folders, `handle` reopens it after a reload where supported. */
export type ImportFile = { file: File; path: string; handle?: FileHandle };

/** Files of one model, main file first; or one picture. */
export type ImportSet = { name: string; files: readonly ImportFile[]; isPicture?: true };

/** Problem of a file, as a code of the server. */
type FileProblem = 'upload.empty' | 'upload.too-large' | 'upload.format' | ForeignCode;

/** Why a file was rejected, in the error codes of the server. */
export type ImportProblem =
  | { kind: FileProblem; name: string }
  | { kind: 'nothing' }
  | { kind: 'unused' | 'other-format'; names: string[] };

/** `pictures`, `skies` and `fonts` belong to no model and were dropped intentionally. */
export type ImportPlan = {
  sets: ImportSet[];
  pictures: ImportFile[];
  skies: ImportFile[];
  fonts: ImportFile[];
  problems: ImportProblem[];
};

const WHOLE = new Set(SCENE_FILES.whole);
const MAIN = new Set(SCENE_FILES.main);
const SIDE = new Set(SCENE_FILES.side);
const PICTURES = new Set(SCENE_FILES.pictures);
const SKIES = new Set(SCENE_FILES.skies);
const FONTS = new Set(SCENE_FILES.fonts);

/** Names of folders that hold a model in one format. */
const FORMAT_FOLDERS: ReadonlySet<string> = new Set([...SCENE_FILES.whole, ...SCENE_FILES.main, 'collada']);

/**
 * Groups files into models with their side files, and reports unusable files.
 * @param largest - size limit of a file in bytes; files sent together are measured as packed
 */
export function planImport(files: readonly ImportFile[], largest = MAX_UPLOAD_BYTES): ImportPlan {
  const isWelcome = (extension: string) => SKIES.has(extension) || FONTS.has(extension);
  const { usable, problems } = sortOut(files, { isWelcome, largest });
  const otherForms = new Set(alternativeFormats(usable));
  if (otherForms.size > 0) {
    problems.push({ kind: 'other-format', names: [...otherForms].map(({ file }) => file.name) });
  }
  const of = (kinds: ReadonlySet<string>) =>
    usable.filter((given) => kinds.has(extensionOf(given.file.name)) && !otherForms.has(given));
  const mains = of(MAIN);
  const sides = of(SIDE);
  const owned = sides.map((side) => ({ side, owners: ownersOf(side, mains) }));
  const sets = [
    ...of(WHOLE).map((whole) => ({ name: stemOf(whole.file.name), files: [whole] })),
    ...mains.map((main) => ({
      name: stemOf(main.file.name),
      files: [main, ...owned.filter(({ owners }) => owners.includes(main)).map(({ side }) => side)],
    })),
  ];
  const fitting = sets.filter(({ name, files: members }) => {
    const isTooLarge = members.reduce((sum, { file }) => sum + file.size, 0) > ARCHIVE_LIMITS.bytes;
    if (isTooLarge) {
      problems.push({ kind: 'upload.too-large', name });
    }
    return !isTooLarge;
  });
  // A picture beside a model was chosen intentionally. A picture in a model's folder without a reference, or
  // beside another format of it, was not.
  const taken = new Set(sets.flatMap((set) => set.files));
  const left = sides.filter((side) => !taken.has(side));
  const isImportable = ({ file, path }: ImportFile) =>
    isPictureName(file.name) && (sets.length === 0 || (otherForms.size === 0 && !path.includes('/')));
  const pictures = left.filter(isImportable);
  const unused = sets.length === 0 ? [] : left.filter((side) => !isImportable(side));
  // In a folder with other files, a font or a sky may belong to those.
  const isAlone = sets.length === 0 && pictures.length === 0;
  const isBeside = ({ path }: ImportFile) => isAlone || !path.includes('/');
  const [skies, fonts] = [of(SKIES).filter(isBeside), of(FONTS).filter(isBeside)];
  unused.push(...[...of(SKIES), ...of(FONTS)].filter((given) => !isBeside(given)));
  if (unused.length > 0) {
    problems.push({ kind: 'unused', names: unused.map(({ file }) => file.name) });
  }
  if (isAlone && skies.length === 0 && fonts.length === 0 && problems.length === 0) {
    problems.push({ kind: 'nothing' });
  }
  return { sets: fitting, pictures, skies, fonts, problems };
}

/** Accepted files: additional lower-case extensions beside those of models, and the size limit in bytes. */
type Taken = { isWelcome?: (extension: string) => boolean; largest?: number };

/** Separates files that a model may use from rejected ones with reasons. */
export function sortOut(
  files: readonly ImportFile[],
  { isWelcome = () => false, largest = MAX_UPLOAD_BYTES }: Taken = {},
): { usable: ImportFile[]; problems: ImportProblem[] } {
  const problems: ImportProblem[] = [];
  const isOfUse = (extension: string) =>
    WHOLE.has(extension) || MAIN.has(extension) || SIDE.has(extension) || isWelcome(extension);
  const usable = files.filter(({ path, file }) => {
    const problem = isClutter(path) ? null : problemOf(file, { isOfUse, largest });
    problems.push(...(problem ? [{ kind: problem, name: file.name }] : []));
    return !isClutter(path) && problem === null;
  });
  return { usable, problems };
}

/** Import set of a picture that becomes a node. */
export function pictureSet(picture: ImportFile): ImportSet {
  return { name: stemOf(picture.file.name), files: [picture], isPicture: true };
}

/** Common top folder of all dropped files; undefined without one. */
export function folderOf(files: readonly ImportFile[]): string | undefined {
  const [folder, ...others] = new Set(files.map(({ path }) => path.split('/').slice(0, -1)[0]));
  return others.length === 0 ? folder : undefined;
}

function problemOf(
  { name, size }: File,
  { isOfUse, largest }: { isOfUse: (extension: string) => boolean; largest: number },
): FileProblem | null {
  if (!isOfUse(extensionOf(name))) {
    const foreign = foreignFormatNamed(name);
    return foreign ? foreignCode(foreign) : 'upload.format';
  }
  if (size === 0) {
    return 'upload.empty';
  }
  return size > largest ? 'upload.too-large' : null;
}

/** Whether the file name is that of a model or an archive. */
export function isModelName(name: string): boolean {
  const extension = extensionOf(name);
  return WHOLE.has(extension) || MAIN.has(extension);
}

/** Whether the file name is that of a picture. */
export function isPictureName(name: string): boolean {
  return PICTURES.has(extensionOf(name));
}

/** Whether a file is a system file such as `.DS_Store` or `Thumbs.db`. */
export function isClutter(path: string): boolean {
  return path.split('/').some((part) => part.startsWith('.') || part === '__MACOSX' || part === 'Thumbs.db');
}

/** Models that also exist in a preferred format; these are ignored. */
function alternativeFormats(files: readonly ImportFile[]): ImportFile[] {
  const models = files.flatMap((given) => {
    const format = modelFormatOf(given.file.name);
    return format ? [{ given, rank: modelRank(given.path, format), label: formatAt(format).label }] : [];
  });
  const forms = Map.groupBy(models, ({ given }) => modelPathOf(given.path));
  return [...forms.values()].flatMap((all) => {
    const best = all.reduce((a, b) => (b.rank < a.rank ? b : a));
    // Files of one format may be layers of each other.
    return all.filter(({ label }) => label !== best.label).map(({ given }) => given);
  });
}

/** Format-independent path of a model: without extension and format folders. */
function modelPathOf(path: string): string {
  const folders = path.split('/').slice(0, -1);
  const kept = folders.filter((folder) => !FORMAT_FOLDERS.has(folder.toLowerCase()));
  return [...kept, stemOf(path.split('/').at(-1) ?? path)].join('/').toLowerCase();
}

/** Format by the model's file name; undefined for archives, which may hold any format. */
function modelFormatOf(name: string): FileFormat | undefined {
  const extension = extensionOf(name);
  return formatsOf('model')
    .filter(isModelFormat)
    .find((format) => formatAt(format).extensions.includes(extension));
}

/**
 * Models that a file may belong to: those beside or above it, else all below the nearest ancestor folder with
 * models. A picture without a folder beside several models belongs to none of them.
 */
function ownersOf({ file, path }: ImportFile, mains: readonly ImportFile[]): readonly ImportFile[] {
  const above = mains.filter((main) => path.startsWith(folderPathOf(main.path)));
  if (above.length > 0) {
    return above;
  }
  if (mains.length > 1 && !path.includes('/') && isPictureName(file.name)) {
    return [];
  }
  let folder = folderPathOf(path);
  while (folder !== '' && !mains.some((main) => main.path.startsWith(folder))) {
    folder = folderPathOf(folder.slice(0, -1));
  }
  return mains.filter((main) => main.path.startsWith(folder));
}

/** Folder part of a path with a trailing slash; empty without a folder. */
function folderPathOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}
