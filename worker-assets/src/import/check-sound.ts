import { readFile, stat } from 'node:fs/promises';
import { SNIFF_BYTES, sniffFormat } from '@diorama/shared/domain/file-format.ts';
import { formatAt } from '@diorama/shared/domain/formats.ts';
import { importMessage } from '@diorama/shared/domain/import-message.ts';
import { MAX_SOUND_BYTES } from '@diorama/shared/plans.ts';
import { type IFormat, parseBuffer } from 'music-metadata';
import { ImportError } from './import-error.ts';
import { memoryNeed, NO_DEMAND } from './memory-need.ts';

/** Longest sound, in minutes. */
const MAX_MINUTES = 10;

/** A sound that is stored as it came: its media type, and its length in seconds. */
export type CheckedSound = { mimeType: string; seconds: number };

/**
 * Reads the headers of a sound: its format, and its length.
 * @throws {@link ImportError} `sound.invalid`
 */
export async function checkSound(path: string, needs: (bytes: number) => void): Promise<CheckedSound> {
  const { size } = await stat(path);
  if (size > MAX_SOUND_BYTES) {
    throw unreadable();
  }
  // Tags of a file are copied once more.
  needs(memoryNeed({ ...NO_DEMAND, files: 2 * size }));
  const bytes = new Uint8Array(await readFile(path));
  const format = sniffFormat(bytes.subarray(0, SNIFF_BYTES), bytes.length);
  if (format === null || !formatAt(format).uses.includes('sound')) {
    throw unreadable();
  }
  const { mediaType } = formatAt(format);
  const { duration: seconds = Number.NaN, hasAudio, hasVideo } = await readHeaders(bytes, mediaType);
  if (hasVideo) {
    throw new ImportError('sound.invalid', importMessage('sound.film'));
  }
  if (!hasAudio || !Number.isFinite(seconds) || seconds <= 0) {
    throw unreadable();
  }
  if (seconds > MAX_MINUTES * 60) {
    throw new ImportError('sound.invalid', importMessage('sound.too-long', { minutes: MAX_MINUTES }));
  }
  return { mimeType: mediaType, seconds };
}

async function readHeaders(bytes: Uint8Array, mimeType: string): Promise<IFormat> {
  try {
    const options = { duration: true, skipCovers: true, skipPostHeaders: true };
    const { format } = await parseBuffer(bytes, { mimeType, size: bytes.length }, options);
    return format;
  } catch (cause) {
    throw unreadable(cause);
  }
}

function unreadable(cause?: unknown): ImportError {
  return new ImportError('sound.invalid', importMessage('unreadable.sound'), { cause });
}
