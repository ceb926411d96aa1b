import { ARCHIVE_LIMITS, isDecompressionBomb } from '@diorama/shared/domain/archive-limits.ts';
import { importMessage } from '@diorama/shared/domain/import-message.ts';
import type { GltfJson } from '../output/gltf-io.ts';
import { type DracoCounts, readDracoCounts } from './draco-counts.ts';
import { GLB_BUFFER, type GltfResources } from './gltf-resources.ts';
import { ImportError } from './import-error.ts';

const EXTENSION = 'KHR_draco_mesh_compression';
/** Bytes of a position, and of the three indices of a triangle. */
const ELEMENT_BYTES = 12;

/**
 * Compares the decoded sizes of Draco streams with their lengths, before a decoder allocates memory.
 * @throws {@link ImportError} for streams that are damaged or claim too much for their length.
 */
export function checkDraco(json: GltfJson, files: GltfResources['files']): void {
  const streams = { packed: 0, inflated: 0 };
  for (const bytes of dracoStreams(json, files)) {
    const counts = countsOf(bytes);
    streams.packed += bytes.length;
    streams.inflated += (counts.points + counts.triangles) * ELEMENT_BYTES;
  }
  if (isDecompressionBomb({ ...streams, ratio: ARCHIVE_LIMITS.ratio })) {
    throw new ImportError('import.failed', importMessage('limit.unpacked-file'));
  }
}

function countsOf(bytes: Uint8Array): DracoCounts {
  try {
    return readDracoCounts(bytes) ?? { points: 0, triangles: 0 };
  } catch (cause) {
    const message = importMessage('gltf.compressed-data');
    throw new ImportError('import.failed', message, { cause });
  }
}

function* dracoStreams(json: GltfJson, files: GltfResources['files']): Generator<Uint8Array> {
  const seen = new Set<number>();
  // A parse boundary: only the list of meshes is known at this point.
  const meshes: readonly ({ primitives?: unknown } | null)[] = json.meshes ?? [];
  const primitives = meshes.flatMap((mesh) => (Array.isArray(mesh?.primitives) ? mesh.primitives : []));
  for (const primitive of primitives) {
    const index: unknown = primitive?.extensions?.[EXTENSION]?.bufferView;
    if (typeof index !== 'number') {
      continue;
    }
    const view = json.bufferViews?.[index];
    const buffer = view && files[json.buffers?.[view.buffer]?.uri ?? GLB_BUFFER];
    if (view && buffer && !seen.has(index)) {
      seen.add(index);
      const start = view.byteOffset ?? 0;
      yield buffer.subarray(start, start + view.byteLength);
    }
  }
}
