import { type ImportMessage, importMessage } from '@diorama/shared/domain/import-message.ts';
import { translateImportMessage } from '@diorama/shared/i18n/import-messages.ts';
import { DEFAULT_LANGUAGE } from '@diorama/shared/i18n/t.ts';
import type { SceneFile } from './load-scene-assets.ts';

/**
 * Thrown when a scene's outputs cannot be made. The reason is for the user and names the file that caused it.
 */
export class OutputError extends Error {
  /** Whether a retry cannot help. */
  readonly isFinal: boolean;

  readonly reason: ImportMessage;

  constructor(reason: ImportMessage, { isFinal, cause }: { isFinal: boolean; cause: unknown }) {
    super(translateImportMessage(reason, DEFAULT_LANGUAGE), { cause });
    this.name = 'OutputError';
    this.reason = reason;
    this.isFinal = isFinal;
  }
}

/**
 * Error for files that exceed the memory or time, alone or together. The exact file is unknown, so the
 * message names the largest.
 */
export function tooMuch(
  files: Iterable<SceneFile>,
  { of, cause }: { of: 'memory' | 'time' | 'crash' | 'drawing'; cause: unknown },
): OutputError {
  const [largest] = [...files].toSorted((a, b) => b.bytes - a.bytes);
  const reason = largest
    ? importMessage(`output.${of}-largest`, { name: largest.name })
    : importMessage(`output.${of}`);
  return new OutputError(reason, { isFinal: of !== 'drawing', cause });
}

/** Error for a file that cannot be downloaded. */
export function unreadable(name: string, cause: unknown): OutputError {
  return new OutputError(importMessage('output.file-unreadable', { name }), { isFinal: false, cause });
}
