import { readFile } from 'node:fs/promises';
import { shownName } from '@diorama/shared/domain/bare-name.ts';
import { type FoundFile, NamedFiles, sayDoubt } from '@diorama/shared/domain/named-files.ts';
import type { GltfJson } from '../output/gltf-io.ts';
import { ImportError } from './import-error.ts';
import type { UploadedFile } from './unzip.ts';

/** Resources of a glTF file by uri. Only uploaded files and data uris count; nothing is fetched. */
export type GltfResources = {
  files: Record<string, Uint8Array<ArrayBuffer>>;
  /** Length of each buffer, by index. */
  bufferBytes: number[];
  /** Uris of missing pictures; `files` has an empty array for them. */
  missing: Set<string>;
  /** Warnings about files that were matched with a doubt. */
  warnings: string[];
};

/** The name under which glTF-Transform looks for a GLB's own chunk. */
export const GLB_BUFFER = '@glb.bin';

/**
 * Finds the files that a glTF file references.
 * @param mainName path of the glTF file in the upload, against which its uris are resolved.
 * @throws {@link ImportError} `import.files-missing` for missing geometry; missing pictures are only noted.
 */
export async function gatherResources(input: {
  json: GltfJson;
  binary: Uint8Array<ArrayBuffer> | null;
  mainName: string;
  files: readonly UploadedFile[];
}): Promise<GltfResources> {
  const { json, binary, mainName, files } = input;
  // Without a prototype, as uris may be any string.
  const byUri: GltfResources['files'] = Object.create(null);
  const resources: GltfResources = { files: byUri, bufferBytes: [], missing: new Set(), warnings: [] };
  const named = new NamedFiles(files);
  const read = async (uri: string, found: FoundFile<UploadedFile> | undefined) => {
    resources.warnings.push(...(found ? sayDoubt(uri, found) : []));
    return found ? new Uint8Array(await readFile(found.file.path)) : null;
  };
  const readBuffer = async (uri: string) =>
    uri.startsWith('data:') ? bytesOfDataUri(uri) : await read(uri, named.find(uri, mainName));
  const missingBuffers: string[] = [];
  for (const buffer of json.buffers ?? []) {
    const bytes = buffer.uri === undefined ? binary : await readBuffer(buffer.uri);
    if (buffer.uri === undefined) {
      // Only fallback buffers that a decoder fills may be missing.
      resources.bufferBytes.push(bytes?.length ?? 0);
      if (bytes) {
        resources.files[GLB_BUFFER] = bytes;
      }
    } else if (bytes) {
      resources.bufferBytes.push(bytes.length);
      resources.files[buffer.uri] = bytes;
    } else {
      missingBuffers.push(displayName(buffer.uri));
    }
  }
  if (missingBuffers.length > 0) {
    throw new ImportError(
      'import.files-missing',
      `The geometry lies in files that were not uploaded: ${missingBuffers.join(', ')}.`,
    );
  }
  for (const { uri } of json.images ?? []) {
    if (uri !== undefined && !uri.startsWith('data:')) {
      const bytes = await read(uri, named.findPicture(uri, mainName));
      resources.files[uri] = bytes ?? new Uint8Array();
      if (!bytes) {
        resources.missing.add(uri);
      }
    }
  }
  return resources;
}

/** Decodes a data uri. */
export function bytesOfDataUri(uri: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(uri.slice(uri.indexOf(',') + 1), 'base64'));
}

/** Display name of the file behind a uri. */
export function displayName(uri: string): string {
  return uri.startsWith('data:') ? 'embedded data' : shownName(uri).slice(0, 100);
}
