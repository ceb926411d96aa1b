import { writeFile } from 'node:fs/promises';
import {
  type FileFormat,
  isPictureFormat,
  type PictureFormat,
  SCENE_FILES,
} from '@diorama/shared/domain/formats.ts';
import { isDiskFault } from '@diorama/shared/server/runtime/disk-fault.ts';
import { needOfPicture, openPicture } from './open-picture.ts';
import type { UploadedFile } from './unzip.ts';

/** Picture formats that browsers do not read. */
const UNREAD: ReadonlySet<PictureFormat> = new Set(['tga', 'tiff', 'heic']);
/** File extensions of pictures. A TGA has no signature, and binary buffers must not be mistaken for one. */
const CALLED_PICTURE = new RegExp(`\\.(${SCENE_FILES.textures.join('|')})$`, 'i');
/** PNG compression level, 0 to 9: the pictures are temporary and read once. */
const COMPRESSION = 2;

type Candidate = { file: UploadedFile; format: FileFormat | null };

/** Whether a file has the content and extension of a picture that browsers do not read. */
export function isUnreadPicture(
  candidate: Candidate,
): candidate is { file: UploadedFile; format: PictureFormat } {
  const { file, format } = candidate;
  return format !== null && isPictureFormat(format) && UNREAD.has(format) && CALLED_PICTURE.test(file.name);
}

/**
 * Converts pictures that browsers do not read to PNG, under the same names. Unreadable files stay unchanged
 * and are reported where a model references them.
 * @param needs receives the memory growth of each picture in bytes, as soon as it is known.
 */
export async function readablePictures(
  candidates: readonly Candidate[],
  needs: (bytes: number) => void,
): Promise<UploadedFile[]> {
  const files: UploadedFile[] = [];
  // One by one: the budget covers a single picture.
  for (const candidate of candidates) {
    const { file } = candidate;
    files.push(isUnreadPicture(candidate) ? await asPng(file, candidate.format, needs) : file);
  }
  return files;
}

async function asPng(
  file: UploadedFile,
  format: PictureFormat,
  needs: (bytes: number) => void,
): Promise<UploadedFile> {
  const { name, path } = file;
  try {
    needs(await needOfPicture(path, format));
    const picture = await openPicture(path, format);
    const png = `${path}.png`;
    await writeFile(png, await picture.png({ compressionLevel: COMPRESSION }).toBuffer());
    return { name, path: png };
  } catch (error) {
    if (isDiskFault(error)) {
      throw error;
    }
    return file;
  }
}
