import { ARCHIVE_LIMITS, isDecompressionBomb } from '@diorama/shared/domain/archive-limits.ts';
import { importMessage } from '@diorama/shared/domain/import-message.ts';
import type { GltfJson } from '../output/gltf-io.ts';
import { GLB_BUFFER, type GltfResources } from './gltf-resources.ts';
import { ImportError } from './import-error.ts';

/** Numbers of points and triangles of a decoded Draco mesh; null for an unsupported encoding. */
type DracoCounts = { points: number; triangles: number };

const MAGIC = 'DRACO';

const TRIANGULAR_MESH = 1;

const SEQUENTIAL = 0;

const EDGEBREAKER = 1;

/** Flag of a stream that has metadata between its header and the mesh. */
const HAS_METADATA = 0x8000;

/** Version since which counts are varints. */
const VARINT_SINCE = 2.2;

const MAX_METADATA_DEPTH = 32;

/** Reads consecutive little-endian numbers. */
class Reader {
  readonly #bytes: Uint8Array;
  #at = 0;

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes;
  }

  text(length: number): string {
    if (this.#at + length > this.#bytes.length) {
      throw new RangeError('The Draco stream ends too early');
    }
    this.#at += length;
    return Buffer.from(this.#bytes.subarray(this.#at - length, this.#at)).toString('latin1');
  }

  uint(length: number): number {
    return [...this.text(length)].reduceRight((sum, letter) => sum * 256 + letter.charCodeAt(0), 0);
  }

  varint(): number {
    let value = 0;
    for (let factor = 1; ; factor *= 128) {
      const byte = this.uint(1);
      value += (byte & 127) * factor;
      if (byte < 128) {
        return value;
      }
      if (factor > 2 ** 42) {
        throw new RangeError('A number of the Draco stream is too long');
      }
    }
  }
}

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

/**
 * Reads the counts at the beginning of a Draco stream, before a decoder allocates memory.
 * @see https://google.github.io/draco/spec/
 * @throws RangeError for a truncated stream, Error for other data.
 */
function readDracoCounts(bytes: Uint8Array): DracoCounts | null {
  const reader = new Reader(bytes);
  if (reader.text(MAGIC.length) !== MAGIC) {
    throw new Error('The data is no Draco stream');
  }
  const version = reader.uint(1) + reader.uint(1) / 10;
  const type = reader.uint(1);
  const method = reader.uint(1);
  const flags = reader.uint(2);
  if (type !== TRIANGULAR_MESH) {
    return null;
  }
  if ((flags & HAS_METADATA) !== 0) {
    skipAllMetadata(reader);
  }
  const count = () => (version >= VARINT_SINCE ? reader.varint() : reader.uint(4));
  if (method === SEQUENTIAL) {
    const triangles = count();
    return { triangles, points: count() };
  }
  if (method !== EDGEBREAKER) {
    return null;
  }
  reader.uint(1);
  if (version < VARINT_SINCE) {
    reader.uint(4);
  }
  const points = count();
  return { points, triangles: count() };
}

function skipAllMetadata(reader: Reader): void {
  for (let left = reader.varint(); left > 0; left -= 1) {
    reader.varint();
    skipMetadata(reader, 0);
  }
  skipMetadata(reader, 0);
}

function skipMetadata(reader: Reader, depth: number): void {
  if (depth > MAX_METADATA_DEPTH) {
    throw new Error('The metadata is nested too deeply');
  }
  for (let left = reader.varint(); left > 0; left -= 1) {
    reader.text(reader.uint(1));
    reader.text(reader.varint());
  }
  for (let left = reader.varint(); left > 0; left -= 1) {
    reader.text(reader.uint(1));
    skipMetadata(reader, depth + 1);
  }
}
