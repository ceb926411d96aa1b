import type { SceneFile } from './load-scene-assets.ts';

const REASONS = {
  memory:
    'The files of this scene take more than 2000 MB of memory together. Make their pictures smaller, or remove some of them.',
  time: 'The files of this scene take too long to combine. Simplify the models, or remove some of them.',
  crash: 'The files of this scene could not be combined.',
  drawing: 'This scene is too large to draw. Simplify the models, or remove some of them.',
} as const;

/** Thrown when a scene's outputs cannot be made; the message says why to a person, and names the file that is to blame. */
export class OutputError extends Error {
  /** Whether trying again is of no use. */
  readonly isFinal: boolean;

  constructor(message: string, { isFinal, cause }: { isFinal: boolean; cause: unknown }) {
    super(message, { cause });
    this.name = 'OutputError';
    this.isFinal = isFinal;
  }
}

/** Files that are too much for us, one by one or together: nobody knows which, so the largest is named. */
export function tooMuch(
  files: Iterable<SceneFile>,
  { of, cause }: { of: keyof typeof REASONS; cause: unknown },
): OutputError {
  const [largest] = [...files].toSorted((a, b) => b.bytes - a.bytes);
  const hint = largest ? ` The largest of its files is ${largest.name}.` : '';
  return new OutputError(`${REASONS[of]}${hint}`, { isFinal: of !== 'drawing', cause });
}

/** A file that is not to be had. */
export function unreadable(name: string, cause: unknown): OutputError {
  return new OutputError(`The file ${name} could not be read.`, { isFinal: false, cause });
}
