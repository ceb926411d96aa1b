import { normalizedFileName, normalizeName, pathSegments, readableFileName } from './file-names.ts';
import { SCENE_FILES } from './formats.ts';
import { type ImportMessage, importMessage } from './import-message.ts';

/** File that a name refers to. */
export type ResolvedFile<File> = {
  file: File;
  /** Reason why another file may be meant. */
  doubt?: 'one-of-several' | 'other-ending';
};

/** Quality of a match between a file and a name. */
type Fit<File> = {
  file: File;
  /** Number of trailing path segments that are equal after normalisation. */
  alike: number;
  /** Number of trailing path segments that are equal exactly. */
  same: number;
  /** Number of folders between the file and the referencing file. */
  steps: number;
};

const ENDING = /\.[a-z][a-z\d]*$/i;
const WHOLE_PATH = /^([a-z]+:|[\\/])/i;
const PICTURES: ReadonlySet<string> = new Set(SCENE_FILES.textures.map((ending) => `.${ending}`));

/**
 * Files of one upload that reference each other. Tools write absolute paths of their machine, and files are
 * moved before the upload. So the best match has the longest common path suffix, and of those the shortest
 * distance.
 */
export class FileResolver<File extends { name: string }> {
  readonly #byName: ReadonlyMap<string, File[]>;
  readonly #picturesByStem: ReadonlyMap<string, File[]>;

  /** @param files named by their paths */
  constructor(files: readonly File[]) {
    const pictures = files.filter(({ name }) =>
      PICTURES.has(ENDING.exec(normalizedFileName(name))?.[0] ?? ''),
    );
    this.#byName = Map.groupBy(files, ({ name }) => normalizedFileName(name));
    this.#picturesByStem = Map.groupBy(pictures, ({ name }) => withoutEnding(normalizedFileName(name)));
  }

  /** Finds the file that a name refers to in the file at `namedBy`. */
  find(name: string, namedBy: string): ResolvedFile<File> | undefined {
    return best(
      this.#byName.get(normalizedFileName(name)),
      fitTo(name, namedBy, (last) => last),
    );
  }

  /** Like {@link find}, with a fallback to a picture of the same name with another extension. */
  findPicture(name: string, namedBy: string): ResolvedFile<File> | undefined {
    const found = this.find(name, namedBy);
    if (found) {
      return found;
    }
    const others = this.#picturesByStem.get(withoutEnding(normalizedFileName(name)));
    const other = best(others, fitTo(name, namedBy, withoutEnding));
    return other && { ...other, doubt: 'other-ending' };
  }
}

/** Report lines about a file that was found with a doubt; empty for any other. */
export function ambiguityWarning(
  name: string,
  { file, doubt }: ResolvedFile<{ name: string }>,
): ImportMessage[] {
  switch (doubt) {
    case 'one-of-several':
      return [importMessage('files.several', { name: readableFileName(name), path: file.name })];
    case 'other-ending':
      return [importMessage('files.other-ending', { name: readableFileName(name), path: file.name })];
    case undefined:
      return [];
  }
}

/** Returns a function that rates files against a name; `last` selects the part of file names to compare. */
function fitTo(name: string, namedBy: string, last: (name: string) => string) {
  const partsOf = (names: readonly string[]) => [...names.slice(0, -1), last(names.at(-1) ?? '')];
  const folder = pathSegments(namedBy).slice(0, -1);
  const wanted = partsOf(placeOf(name, folder));
  return <File extends { name: string }>(file: File): Fit<File> => {
    const parts = partsOf(pathSegments(file.name));
    return {
      file,
      alike: commonEnd(wanted.map(normalizeName), parts.map(normalizeName)),
      same: commonEnd(wanted, parts),
      steps: stepsBetween(folder.map(normalizeName), parts.slice(0, -1).map(normalizeName)),
    };
  };
}

/** Path segments of a name, relative to the referencing folder or absolute. */
function placeOf(name: string, folder: readonly string[]): string[] {
  const place = WHOLE_PATH.test(name) ? [] : [...folder];
  for (const part of pathSegments(name)) {
    if (part === '..') {
      place.pop();
    } else if (part !== '' && part !== '.') {
      place.push(part);
    }
  }
  return place;
}

function best<File extends { name: string }>(
  files: readonly File[] = [],
  fit: (file: File) => Fit<File>,
): ResolvedFile<File> | undefined {
  const [first, second] = files.map(fit).sort((a, b) => compare(a, b) || byPath(a.file, b.file));
  return first && { file: first.file, ...(second && compare(first, second) === 0 && DOUBTFUL) };
}

const DOUBTFUL = { doubt: 'one-of-several' } as const;

function compare(a: Fit<unknown>, b: Fit<unknown>): number {
  return b.alike - a.alike || b.same - a.same || a.steps - b.steps;
}

/** Sort order that does not depend on the order of upload. */
function byPath(a: { name: string }, b: { name: string }): number {
  return a.name < b.name ? -1 : 1;
}

function commonEnd(a: readonly string[], b: readonly string[]): number {
  return commonStart(a.toReversed(), b.toReversed());
}

function commonStart(a: readonly string[], b: readonly string[]): number {
  const apart = a.findIndex((name, i) => name !== b[i]);
  return apart < 0 ? a.length : apart;
}

function stepsBetween(from: readonly string[], to: readonly string[]): number {
  return from.length + to.length - 2 * commonStart(from, to);
}

function withoutEnding(name: string): string {
  return name.replace(ENDING, '');
}
