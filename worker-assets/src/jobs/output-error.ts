import type { SceneFile } from './load-scene-assets.ts';

const REASONS = {
  memory:
    'The files of this scene take more than 2000 MB of memory together. Make their pictures smaller, or remove some of them.',
  time: 'The files of this scene take too long to combine. Simplify the models, or remove some of them.',
  crash: 'The files of this scene could not be combined.',
  drawing: 'This scene is too large to draw. Simplify the models, or remove some of them.',
} as const;

/**
 * Thrown when a scene's outputs cannot be made. The message is for the user and names the file that caused
 * it.
 */
export class OutputError extends Error {
  /** Whether a retry cannot help. */
  readonly isFinal: boolean;

  constructor(message: string, { isFinal, cause }: { isFinal: boolean; cause: unknown }) {
    super(message, { cause });
    this.name = 'OutputError';
    this.isFinal = isFinal;
  }
}

/**
 * Error for files that exceed the memory or time, alone or together. The exact file is unknown, so the
 * message names the largest.
 */
export function tooMuch(
  files: Iterable<SceneFile>,
  { of, cause }: { of: keyof typeof REASONS; cause: unknown },
): OutputError {
  const [largest] = [...files].toSorted((a, b) => b.bytes - a.bytes);
  const hint = largest ? ` The largest of its files is ${largest.name}.` : '';
  return new OutputError(`${REASONS[of]}${hint}`, { isFinal: of !== 'drawing', cause });
}

/** Error for a file that cannot be downloaded. */
export function unreadable(name: string, cause: unknown): OutputError {
  return new OutputError(`The file ${name} could not be read.`, { isFinal: false, cause });
}
