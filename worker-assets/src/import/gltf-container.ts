import { importMessage } from '@diorama/shared/domain/import-message.ts';
import type { GltfJson } from '../output/gltf-io.ts';
import { ImportError } from './import-error.ts';

/** The JSON of a glTF file, and the binary chunk of a GLB. */
export type GltfContainer = { json: GltfJson; binary: Uint8Array<ArrayBuffer> | null };

const MAGIC = 0x46546c67;
const CHUNK_JSON = 0x4e4f534a;
const CHUNK_BIN = 0x004e4942;
/** Numbers that may be beyond those of a double. */
const HUGE = /\d[eE]\+?\d{3}|\d{300}/;
/** Form of versions that a message can name. */
const VERSIONS = /^\d{1,4}(\.\d{1,4})*$/;
const VERSION = '2.0';
const HEADER_BYTES = 12;
const CHUNK_HEADER_BYTES = 8;

/** Limit in bytes. A scene of 100,000 nodes has 30 MB of JSON, which takes ten times that when parsed. */
const MAX_JSON_BYTES = 64_000_000;
/** glTF itself has six levels; `extras` of tools may be deeper. */
const MAX_JSON_DEPTH = 64;

/**
 * Parses the chunks of a GLB.
 * @throws {@link ImportError} for wrong lengths, versions other than 2 and JSON beyond the limits.
 */
export function readGlbContainer(bytes: Uint8Array<ArrayBuffer>): GltfContainer {
  if (bytes.length < HEADER_BYTES + CHUNK_HEADER_BYTES) {
    throw new ImportError('import.failed', importMessage('glb.empty'));
  }
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.getUint32(0, true) !== MAGIC) {
    throw new ImportError('import.format', importMessage('glb.none'));
  }
  const version = view.getUint32(4, true);
  if (version !== 2) {
    throw new ImportError('import.format', importMessage('gltf.version', { version }));
  }
  if (view.getUint32(8, true) > bytes.length) {
    throw new ImportError('import.failed', importMessage('glb.cut-off'));
  }
  const chunk = (at: number) => {
    const length = view.getUint32(at, true);
    const start = at + CHUNK_HEADER_BYTES;
    if (start + length > bytes.length) {
      throw new ImportError('import.failed', importMessage('glb.part-cut-off'));
    }
    return {
      type: view.getUint32(at + 4, true),
      bytes: bytes.subarray(start, start + length),
      end: start + length,
    };
  };
  const first = chunk(HEADER_BYTES);
  if (first.type !== CHUNK_JSON) {
    throw new ImportError('import.failed', importMessage('glb.no-description'));
  }
  const second = first.end + CHUNK_HEADER_BYTES <= bytes.length ? chunk(first.end) : null;
  return { json: parseGltfJson(first.bytes), binary: second?.type === CHUNK_BIN ? second.bytes : null };
}

/** @throws {@link ImportError} for JSON that is too large, too deep, invalid or not glTF 2.0. */
export function parseGltfJson(bytes: Uint8Array): GltfJson {
  if (bytes.length > MAX_JSON_BYTES) {
    throw new ImportError('import.failed', importMessage('gltf.description-too-large'));
  }
  if (isDeeperThan(bytes, MAX_JSON_DEPTH)) {
    throw new ImportError('import.failed', importMessage('gltf.description-too-deep'));
  }
  const json = parse(bytes);
  if (typeof json !== 'object' || json === null || !('asset' in json)) {
    throw new ImportError('import.format', importMessage('gltf.none'));
  }
  // The budget checks the values that the reader relies on; the reader checks the rest.
  const gltf = json as GltfJson;
  const { version, minVersion = VERSION } = gltf.asset ?? {};
  if (!String(version).startsWith('2.') || minVersion !== VERSION) {
    const named = minVersion === VERSION ? version : minVersion;
    if (!VERSIONS.test(String(named))) {
      throw new ImportError('import.format', importMessage('gltf.no-version'));
    }
    throw new ImportError('import.format', importMessage('gltf.version', { version: named }));
  }
  // Later 2.x versions are read as 2.0 without their additions.
  gltf.asset.version = VERSION;
  dropInvalidNames(gltf);
  return gltf;
}

/** Removes names that are not strings, such as `null`, in place. */
function dropInvalidNames(gltf: GltfJson): void {
  for (const list of Object.values(gltf)) {
    for (const entry of Array.isArray(list) ? list : []) {
      if (typeof entry === 'object' && entry !== null && typeof entry.name !== 'string') {
        delete entry.name;
      }
    }
  }
}

/** @throws for a number beyond those of a double, which ends the validator's process. */
function assertFinite(_: string, value: unknown): unknown {
  if (typeof value === 'number' && !Number.isFinite(value)) {
    throw new RangeError('A number is not finite');
  }
  return value;
}

function parse(bytes: Uint8Array): unknown {
  try {
    const text = new TextDecoder().decode(bytes);
    return HUGE.test(text) ? JSON.parse(text, assertFinite) : JSON.parse(text);
  } catch (cause) {
    throw new ImportError('import.failed', importMessage('gltf.description-damaged'), { cause });
  }
}

/** Counts brackets outside of strings, because deep nesting would already break the parser. */
function isDeeperThan(bytes: Uint8Array, limit: number): boolean {
  const [quote, backslash, openArray, closeArray, openObject, closeObject] = [
    0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d,
  ];
  let depth = 0;
  let inString = false;
  for (let i = 0; i < bytes.length; i += 1) {
    const byte = bytes[i];
    if (inString) {
      if (byte === backslash) {
        i += 1;
      } else if (byte === quote) {
        inString = false;
      }
    } else if (byte === quote) {
      inString = true;
    } else if (byte === openArray || byte === openObject) {
      depth += 1;
      if (depth > limit) {
        return true;
      }
    } else if (byte === closeArray || byte === closeObject) {
      depth -= 1;
    }
  }
  return false;
}
