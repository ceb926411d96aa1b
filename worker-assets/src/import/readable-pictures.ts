import { writeFile } from 'node:fs/promises';
import {
  type FileFormat,
  isTextureFormat,
  SCENE_FILES,
  type TextureFormat,
} from '@diorama/shared/domain/formats.ts';
import { isDiskFault } from '@diorama/shared/server/disk-fault.ts';
import { needOfPicture, openPicture } from './open-picture.ts';
import type { UploadedFile } from './unzip.ts';

/** Picture formats that no browser reads. */
const UNREAD: ReadonlySet<TextureFormat> = new Set(['tga', 'tiff', 'heic']);
/** File extensions of pictures. A TGA has no signature, and binary buffers must not be taken for one. */
const CALLED_PICTURE = new RegExp(`\\.(${SCENE_FILES.textures.join('|')})$`, 'i');
/** Compression level, of 9: the pictures are read once, soon. */
const COMPRESSION = 2;

type Candidate = { file: UploadedFile; format: FileFormat | null };

/** Whether a file is a picture that no browser reads, and has such an extension. */
export function isUnreadPicture(
  candidate: Candidate,
): candidate is { file: UploadedFile; format: TextureFormat } {
  const { file, format } = candidate;
  return format !== null && isTextureFormat(format) && UNREAD.has(format) && CALLED_PICTURE.test(file.name);
}

/**
 * The same files by the same names, with PNGs in place of pictures that browsers do not read.
 * Unreadable pictures stay, and are reported where a model references them.
 * @param needs receives the memory need of each picture in bytes, as soon as it is known.
 */
export async function readablePictures(
  candidates: readonly Candidate[],
  needs: (bytes: number) => void,
): Promise<UploadedFile[]> {
  const files: UploadedFile[] = [];
  // One after the other: the budget covers a single picture.
  for (const candidate of candidates) {
    const { file } = candidate;
    files.push(isUnreadPicture(candidate) ? await asPng(file, candidate.format, needs) : file);
  }
  return files;
}

async function asPng(
  file: UploadedFile,
  format: TextureFormat,
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
