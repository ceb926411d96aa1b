import { writeFile } from 'node:fs/promises';
import {
  type FileFormat,
  isPictureFormat,
  type PictureFormat,
  SCENE_FILES,
} from '@diorama/shared/domain/formats.ts';
import { isDiskFault } from '@diorama/shared/server/disk-fault.ts';
import { needOfPicture, openPicture } from './open-picture.ts';
import type { UploadedFile } from './unzip.ts';

/** Pictures that no browser reads. */
const UNREAD: ReadonlySet<PictureFormat> = new Set(['tga', 'tiff', 'heic']);
/** What pictures end in. A TGA has no signature, and buffers of numbers must not be taken for one. */
const CALLED_PICTURE = new RegExp(`\\.(${SCENE_FILES.textures.join('|')})$`, 'i');
/** Of 9: the pictures are read once, soon. */
const COMPRESSION = 2;

type Candidate = { file: UploadedFile; format: FileFormat | null };

/** Whether a file is a picture that no browser reads, and is called so. */
export function isUnreadPicture(
  candidate: Candidate,
): candidate is { file: UploadedFile; format: PictureFormat } {
  const { file, format } = candidate;
  return format !== null && isPictureFormat(format) && UNREAD.has(format) && CALLED_PICTURE.test(file.name);
}

/**
 * The same files by the same names, with PNGs in place of the pictures that browsers do not read. What cannot be opened stays
 * as it is, and is told of where a model names it.
 * @param needs is told how many bytes each picture will take, as soon as that is known.
 */
export async function readablePictures(
  candidates: readonly Candidate[],
  needs: (bytes: number) => void,
): Promise<UploadedFile[]> {
  const files: UploadedFile[] = [];
  // One after the other: the budget is that of a single picture.
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
