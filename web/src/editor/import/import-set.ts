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
import type { FileHandle } from './kept-files.ts';

/** A file as it was dropped; `path` has the folders it lay in, `handle` lends it again after a reload where there is one. */
export type ImportFile = { file: File; path: string; handle?: FileHandle };

/** What becomes one model: its main file first, then the files that belong to it; or one picture. */
export type ImportSet = { name: string; files: readonly ImportFile[]; isPicture?: true };

/** What is wrong with a file, in the codes of the server. */
type FileProblem = 'upload.empty' | 'upload.too-large' | 'upload.format' | ForeignCode;

/** Why a file was not taken, in the codes that the server would answer with. */
export type ImportProblem =
  | { kind: FileProblem; name: string }
  | { kind: 'nothing' }
  | { kind: 'unused' | 'other-format'; names: string[] };

/** `pictures`, `skies` and `fonts` are those that belong to no model and were meant themselves. */
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

/** What folders are called that hold a model in one format each. */
const FORMAT_FOLDERS: ReadonlySet<string> = new Set([...SCENE_FILES.whole, ...SCENE_FILES.main, 'collada']);

/**
 * Sorts files into models, each with what belongs to it, and others, and says which files are of no use and why.
 * @param largest - the bytes of a file; of several that are sent together it is the packed ones that count, once they are
 */
export function planImport(files: readonly ImportFile[], largest = MAX_UPLOAD_BYTES): ImportPlan {
  const isWelcome = (extension: string) => SKIES.has(extension) || FONTS.has(extension);
  const { usable, problems } = sortOut(files, { isWelcome, largest });
  const otherForms = new Set(otherFormsAmong(usable));
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
  // A picture that was chosen beside a model is meant; one of a model's folder that the model does not name is not, and neither
  // is one that came with another form of it.
  const taken = new Set(sets.flatMap((set) => set.files));
  const left = sides.filter((side) => !taken.has(side));
  const isMeant = ({ file, path }: ImportFile) =>
    isPictureName(file.name) && (sets.length === 0 || (otherForms.size === 0 && !path.includes('/')));
  const pictures = left.filter(isMeant);
  const unused = sets.length === 0 ? [] : left.filter((side) => !isMeant(side));
  // In a folder with other things, a font belongs to those, and a sky may be a map of theirs.
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

/** Which files are taken: those with whose endings besides the ones of models, in small letters, and up to how many bytes. */
type Taken = { isWelcome?: (extension: string) => boolean; largest?: number };

/** The files that may be of use to a model, and what is wrong with the others. */
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

/** A picture that stands in the scene by itself, as what is sent. */
export function pictureSet(picture: ImportFile): ImportSet {
  return { name: stemOf(picture.file.name), files: [picture], isPicture: true };
}

/** The one folder that all files were dropped in; undefined for files without, or of several. */
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

/** Whether a file is a model or an archive by its name. */
export function isModelName(name: string): boolean {
  const extension = extensionOf(name);
  return WHOLE.has(extension) || MAIN.has(extension);
}

/** Whether a file is a picture by its name. */
export function isPictureName(name: string): boolean {
  return PICTURES.has(extensionOf(name));
}

/** Whether a file is one of those that systems leave in folders, which nobody meant to drop. */
export function isClutter(path: string): boolean {
  return path.split('/').some((part) => part.startsWith('.') || part === '__MACOSX' || part === 'Thumbs.db');
}

/** Models that are there in a better format as well, of which an archive would be taken: the others are left out. */
function otherFormsAmong(files: readonly ImportFile[]): ImportFile[] {
  const models = files.flatMap((given) => {
    const format = modelFormatOf(given.file.name);
    return format ? [{ given, rank: modelRank(given.path, format), label: formatAt(format).label }] : [];
  });
  const forms = Map.groupBy(models, ({ given }) => modelPathOf(given.path));
  return [...forms.values()].flatMap((all) => {
    const best = all.reduce((a, b) => (b.rank < a.rank ? b : a));
    // Those of one format are layers of each other.
    return all.filter(({ label }) => label !== best.label).map(({ given }) => given);
  });
}

/** The path of a model in whichever format: without its ending, and without folders that are called after formats. */
function modelPathOf(path: string): string {
  const folders = path.split('/').slice(0, -1);
  const kept = folders.filter((folder) => !FORMAT_FOLDERS.has(folder.toLowerCase()));
  return [...kept, stemOf(path.split('/').at(-1) ?? path)].join('/').toLowerCase();
}

/** The format that the name of a model says; undefined for archives, which may hold anything. */
function modelFormatOf(name: string): FileFormat | undefined {
  const extension = extensionOf(name);
  return formatsOf('model')
    .filter(isModelFormat)
    .find((format) => formatAt(format).extensions.includes(extension));
}

/**
 * The models that a file may belong to: those beside or above it, or else all below the nearest folder around it that has any.
 * A picture in no folder that lies beside none of several models is meant itself.
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

/** The folder that a path leads to, with a stroke at its end; empty where it leads through none. */
function folderPathOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/') + 1);
}
