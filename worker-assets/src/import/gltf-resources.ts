import { readFile } from 'node:fs/promises';
import { readableFileName } from '@diorama/shared/domain/file-names.ts';
import { ambiguityWarning, FileResolver, type ResolvedFile } from '@diorama/shared/domain/file-resolver.ts';
import { type ImportMessage, importMessage } from '@diorama/shared/domain/import-message.ts';
import type { GltfJson } from '../output/gltf-io.ts';
import { ImportError } from './import-error.ts';
import type { UploadedFile } from './unzip.ts';

/** The files behind the URIs of a glTF file: only uploads and data URIs. Nothing is fetched. */
export type GltfResources = {
  files: Record<string, Uint8Array<ArrayBuffer>>;
  /** Length of each buffer, by index. */
  bufferBytes: number[];
  /** URIs of textures that were not uploaded. Their entries in `files` are empty arrays. */
  missing: Set<string>;
  /** Warnings about files with an ambiguous match. */
  warnings: ImportMessage[];
};

/** The key of a GLB's binary chunk in glTF-Transform. */
export const GLB_BUFFER = '@glb.bin';

/**
 * Finds the files that a glTF file references.
 * @param mainName path of the glTF file in the upload; URIs are relative to it.
 * @throws {@link ImportError} `import.files-missing` for missing geometry. Missing textures are only
 * recorded.
 */
export async function gatherResources(input: {
  json: GltfJson;
  binary: Uint8Array<ArrayBuffer> | null;
  mainName: string;
  files: readonly UploadedFile[];
}): Promise<GltfResources> {
  const { json, binary, mainName, files } = input;
  // Without a prototype, because a file may have any name.
  const byUri: GltfResources['files'] = Object.create(null);
  const resources: GltfResources = { files: byUri, bufferBytes: [], missing: new Set(), warnings: [] };
  const named = new FileResolver(files);
  const read = async (uri: string, found: ResolvedFile<UploadedFile> | undefined) => {
    resources.warnings.push(...(found ? ambiguityWarning(uri, found) : []));
    return found ? new Uint8Array(await readFile(found.file.path)) : null;
  };
  const readBuffer = async (uri: string) =>
    uri.startsWith('data:') ? bytesOfDataUri(uri) : await read(uri, named.find(uri, mainName));
  const missingBuffers: string[] = [];
  for (const buffer of json.buffers ?? []) {
    const bytes = buffer.uri === undefined ? binary : await readBuffer(buffer.uri);
    if (buffer.uri === undefined) {
      // Only placeholder buffers, which decoders fill, may be absent.
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
      importMessage('files.missing-geometry', { names: missingBuffers.join(', ') }),
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

/** Decodes a data URI. */
export function bytesOfDataUri(uri: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.from(uri.slice(uri.indexOf(',') + 1), 'base64'));
}

/** The file name of a URI for display. */
export function displayName(uri: string): string {
  return uri.startsWith('data:') ? 'embedded data' : readableFileName(uri).slice(0, 100);
}
