import { mkdtemp, open, stat } from 'node:fs/promises';
import { join, posix } from 'node:path';
import {
  type FileFormat,
  FONT_FORMATS,
  type FontFormat,
  MODEL_FORMATS,
  type ModelFormat,
  PICTURE_FORMATS,
  type PictureFormat,
  SKY_FORMATS,
  type SkyFormat,
  SNIFF_BYTES,
  sniffFormat,
} from '@diorama/shared/domain/file-format.ts';
import { ImportError } from './import-error.ts';
import { type UploadedFile, unzip } from './unzip.ts';

/** An upload laid out: which of its files is the model or picture, and what lies beside it. */
export type UnpackedUpload = {
  format: ModelFormat | PictureFormat;
  main: UploadedFile;
  /** All files, the main one too. */
  files: UploadedFile[];
  warnings: string[];
};

/**
 * Tells what an upload is by its content and takes a zip apart.
 * @param dir a folder to unpack to.
 * @throws {@link ImportError} for formats that Diorama does not know, and for archives without or beyond a model.
 */
export async function unpackUpload(file: UploadedFile, dir: string): Promise<UnpackedUpload> {
  const format = await formatOf(file);
  if (format === null || isAlone(format)) {
    throw new ImportError('import.format', 'The content of the file is of no format that Diorama knows.');
  }
  if (format !== 'zip') {
    return { format, main: file, files: [file], warnings: [] };
  }
  // A folder of its own: what an earlier try has left must be in nobody's way.
  const files = await unzip(file.path, await mkdtemp(join(dir, 'zip-')));
  const formats = await Promise.all(files.map(formatOf));
  if (formats.includes('zip')) {
    throw new ImportError(
      'import.failed',
      'The archive holds another archive. Put the model’s files in it directly.',
    );
  }
  const models = files.flatMap((candidate, i) => {
    const is = formats[i];
    return isModel(is) && isModelFile(candidate, is) ? [{ file: candidate, format: is }] : [];
  });
  models.sort((a, b) => rank(a) - rank(b));
  const chosen = models[0];
  if (!chosen) {
    throw new ImportError('import.format', 'The archive holds no model that Diorama knows.');
  }
  const others = models.slice(1).map((model) => posix.basename(model.file.name));
  const warnings =
    others.length > 0 ? [`The archive holds further models, which were left out: ${others.join(', ')}.`] : [];
  return { format: chosen.format, main: chosen.file, files, warnings };
}

/** Whether the format is one of a picture. */
export function isPicture(format: FileFormat): format is PictureFormat {
  return PICTURE_FORMATS.some((picture) => picture === format);
}

/** Whether files of a format are imported by another way than models and pictures. */
function isAlone(format: FileFormat): format is SkyFormat | FontFormat {
  return [...SKY_FORMATS, ...FONT_FORMATS].some((other) => other === format);
}

function isModel(format: FileFormat | null | undefined): format is ModelFormat {
  return MODEL_FORMATS.some((model) => model === format);
}

/** Material libraries and notes read like OBJ or JSON, so beside other files the name must agree for those two. */
function isModelFile({ name }: UploadedFile, format: ModelFormat): boolean {
  return (format !== 'obj' && format !== 'gltf') || name.toLowerCase().endsWith(`.${format}`);
}

/** The shallowest model wins, then the richest format. */
function rank({ file, format }: { file: UploadedFile; format: ModelFormat }): number {
  return file.name.split('/').length * MODEL_FORMATS.length + MODEL_FORMATS.indexOf(format);
}

async function formatOf({ path }: UploadedFile): Promise<FileFormat | null> {
  const { size } = await stat(path);
  const handle = await open(path);
  try {
    const head = new Uint8Array(Math.min(size, SNIFF_BYTES));
    await handle.read(head, 0, head.length, 0);
    return sniffFormat(head, size);
  } finally {
    await handle.close();
  }
}
