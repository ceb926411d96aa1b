import type { GltfJson } from '../output/gltf-io.ts';
import { MAX_INPUT_PIXELS, type PictureSource, pictureSize } from '../output/images.ts';
import { ACCESSOR_COMPONENTS } from './gltf-budget.ts';
import { bytesOfDataUri, GLB_BUFFER, type GltfResources } from './gltf-resources.ts';

const MB = 1_000_000;

/** Limit of a task's growth of its child, in bytes. */
export const WHOLE_BUDGET_BYTES = 2000 * MB;

/** Memory demand of files: their bytes and their decoded content. All in bytes. */
export type MemoryDemand = {
  files: number;
  /** Text of JSON to parse. */
  json: number;
  /** Numbers of all accessors as floats. */
  geometry: number;
  /** The largest decoded picture, because pictures are processed one by one. */
  picture: number;
};

export const NO_DEMAND: MemoryDemand = { files: 0, json: 0, geometry: 0, picture: 0 };

/** Number of simultaneous copies of each kind, measured over a corpus of models and rounded up. */
const COPIES = { files: 3, json: 8, geometry: 8, picture: 5 } as const;
/** Compiled code, caches, and memory that allocators retain. */
const SLACK_BYTES = 256 * MB;
const FLOAT_BYTES = 4;
const CHANNELS = 4;

/** Growth of the child for a task, in bytes, at most {@link WHOLE_BUDGET_BYTES}. */
export function memoryNeed(demand: MemoryDemand): number {
  const copies =
    demand.files * COPIES.files +
    demand.json * COPIES.json +
    demand.geometry * COPIES.geometry +
    demand.picture * COPIES.picture;
  return Math.min(SLACK_BYTES + copies, WHOLE_BUDGET_BYTES);
}

/** Allowed growth while a task inspects a file of that many bytes. */
export function openingNeed(fileBytes: number): number {
  return memoryNeed({ ...NO_DEMAND, files: fileBytes, json: fileBytes });
}

/** The demand of two sets of files that are processed together. */
export function addDemands(a: MemoryDemand, b: MemoryDemand): MemoryDemand {
  return {
    files: a.files + b.files,
    json: a.json + b.json,
    geometry: a.geometry + b.geometry,
    picture: Math.max(a.picture, b.picture),
  };
}

/** The demand of a glTF file, from its declarations and the headers of its textures. Nothing is decoded. */
export async function gltfDemand(
  json: GltfJson,
  { files, bufferBytes }: Pick<GltfResources, 'files' | 'bufferBytes'>,
  jsonBytes: number,
): Promise<MemoryDemand> {
  const numbers = (json.accessors ?? []).reduce(
    (sum, { count, type }) => sum + count * (ACCESSOR_COMPONENTS[type] ?? 0),
    0,
  );
  let picture = 0;
  for (const source of pictures(json, files)) {
    picture = Math.max(picture, await pictureBytes(source));
  }
  const external = Object.values(files).reduce((sum, bytes) => sum + bytes.length, 0);
  const embedded = bufferBytes.reduce((sum, bytes) => sum + bytes, 0);
  return { files: Math.max(external, embedded), json: jsonBytes, geometry: numbers * FLOAT_BYTES, picture };
}

/**
 * Bytes of a decoded picture, from its header. Returns 0 for other files and for pictures over the pixel
 * limit, which are never decoded.
 */
export async function pictureBytes(source: PictureSource): Promise<number> {
  const size = await pictureSize(source);
  const pixels = size ? size.width * size.height : 0;
  return pixels <= MAX_INPUT_PIXELS ? pixels * CHANNELS * (size?.isDeep ? 2 : 1) : 0;
}

function* pictures(json: GltfJson, files: GltfResources['files']): Generator<Uint8Array> {
  for (const { uri = '', bufferView } of json.images ?? []) {
    const view = bufferView === undefined ? undefined : json.bufferViews?.[bufferView];
    const buffer = view && files[json.buffers?.[view.buffer]?.uri ?? GLB_BUFFER];
    const start = view?.byteOffset ?? 0;
    const embedded = view && buffer?.subarray(start, start + view.byteLength);
    const bytes = embedded ?? (uri.startsWith('data:') ? bytesOfDataUri(uri) : files[uri]);
    if (bytes) {
      yield bytes;
    }
  }
}
