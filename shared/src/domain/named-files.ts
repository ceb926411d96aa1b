import { bareName, foldName, namesOnTheWay, shownName } from './bare-name.ts';
import { SCENE_FILES } from './formats.ts';

/** The file that a name leads to. */
export type FoundFile<File> = {
  file: File;
  /** Why it may be another than the one that is meant. */
  doubt?: 'one-of-several' | 'other-ending';
};

/** How well a file fits a name. */
type Fit<File> = {
  file: File;
  /** How many names at the ends of both paths are the same, however they are written. */
  alike: number;
  /** How many are the same letter by letter. */
  same: number;
  /** How many folders lie between the file and the one that names it. */
  steps: number;
};

const ENDING = /\.[a-z][a-z\d]*$/i;
const WHOLE_PATH = /^([a-z]+:|[\\/])/i;
const PICTURES: ReadonlySet<string> = new Set(SCENE_FILES.textures.map((ending) => `.${ending}`));

/**
 * Files that lie together and name each other. Tools write paths of the machine they ran on, and files are moved before they
 * are sent, so of all files of a name the one is meant whose path ends most as the name does, and of those the nearest.
 */
export class NamedFiles<File extends { name: string }> {
  readonly #byName: ReadonlyMap<string, File[]>;
  readonly #picturesByStem: ReadonlyMap<string, File[]>;

  /** @param files with their paths for names */
  constructor(files: readonly File[]) {
    const pictures = files.filter(({ name }) => PICTURES.has(ENDING.exec(bareName(name))?.[0] ?? ''));
    this.#byName = Map.groupBy(files, ({ name }) => bareName(name));
    this.#picturesByStem = Map.groupBy(pictures, ({ name }) => withoutEnding(bareName(name)));
  }

  /** The file that a name means in a file at a path. */
  find(name: string, namedBy: string): FoundFile<File> | undefined {
    return best(
      this.#byName.get(bareName(name)),
      fitTo(name, namedBy, (last) => last),
    );
  }

  /** As {@link find} does, or else a picture that is called so but for its ending: another form of the same. */
  findPicture(name: string, namedBy: string): FoundFile<File> | undefined {
    const found = this.find(name, namedBy);
    if (found) {
      return found;
    }
    const others = this.#picturesByStem.get(withoutEnding(bareName(name)));
    const other = best(others, fitTo(name, namedBy, withoutEnding));
    return other && { ...other, doubt: 'other-ending' };
  }
}

/** What a report says of a file that was found with a doubt; nothing of any other. */
export function sayDoubt(name: string, { file, doubt }: FoundFile<{ name: string }>): string[] {
  switch (doubt) {
    case 'one-of-several':
      return [`Several files are called ${shownName(name)}. ${file.name} was taken.`];
    case 'other-ending':
      return [`${shownName(name)} was not there. ${file.name} was taken in its place.`];
    case undefined:
      return [];
  }
}

/** Measures files against a name; `last` is what counts of the names of the files themselves. */
function fitTo(name: string, namedBy: string, last: (name: string) => string) {
  const partsOf = (names: readonly string[]) => [...names.slice(0, -1), last(names.at(-1) ?? '')];
  const folder = namesOnTheWay(namedBy).slice(0, -1);
  const wanted = partsOf(placeOf(name, folder));
  return <File extends { name: string }>(file: File): Fit<File> => {
    const parts = partsOf(namesOnTheWay(file.name));
    return {
      file,
      alike: commonEnd(wanted.map(foldName), parts.map(foldName)),
      same: commonEnd(wanted, parts),
      steps: stepsBetween(folder.map(foldName), parts.slice(0, -1).map(foldName)),
    };
  };
}

/** The names on the way to what a name means, from the folder where it is said or from wherever it begins itself. */
function placeOf(name: string, folder: readonly string[]): string[] {
  const place = WHOLE_PATH.test(name) ? [] : [...folder];
  for (const part of namesOnTheWay(name)) {
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
): FoundFile<File> | undefined {
  const [first, second] = files.map(fit).sort((a, b) => compare(a, b) || byPath(a.file, b.file));
  return first && { file: first.file, ...(second && compare(first, second) === 0 && DOUBTFUL) };
}

const DOUBTFUL = { doubt: 'one-of-several' } as const;

function compare(a: Fit<unknown>, b: Fit<unknown>): number {
  return b.alike - a.alike || b.same - a.same || a.steps - b.steps;
}

/** The same one each time, in whatever order the files came. */
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
