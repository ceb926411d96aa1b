import type { SceneFile } from './load-scene-assets.ts';

const REASONS = {
  memory: 'Its files take too much memory together.',
  time: 'Its files take too long to be put together.',
  crash: 'Its files could not be put together.',
  drawing: 'It is too much to be drawn.',
} as const;

/**
 * Thrown when a scene's outputs cannot be built. The message is the reason for the user, and names the
 * faulty file.
 */
export class OutputError extends Error {
  /** Whether a retry is useless. */
  readonly isFinal: boolean;

  constructor(message: string, { isFinal, cause }: { isFinal: boolean; cause: unknown }) {
    super(message, { cause });
    this.name = 'OutputError';
    this.isFinal = isFinal;
  }
}

/**
 * The error for files that are too large, individually or together. The largest is named, as the cause
 * is unknown.
 */
export function tooMuch(
  files: Iterable<SceneFile>,
  { of, cause }: { of: keyof typeof REASONS; cause: unknown },
): OutputError {
  const [largest] = [...files].toSorted((a, b) => b.bytes - a.bytes);
  const hint = largest ? ` The largest of its files is ${largest.name}.` : '';
  return new OutputError(`${REASONS[of]}${hint}`, { isFinal: of !== 'drawing', cause });
}

/** The error for an unavailable file. */
export function unreadable(name: string, cause: unknown): OutputError {
  return new OutputError(`The file ${name} could not be read.`, { isFinal: false, cause });
}
