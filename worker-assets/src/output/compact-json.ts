import type { GltfJson } from './gltf-io.ts';

const JSON_START = 20;
/** Digits of a 32-bit float. */
const DIGITS = 7;
const MAX_DECIMALS = 20;
const TRIANGLES = 4;

type GltfNode = NonNullable<GltfJson['nodes']>[number];
const PLACE = ['translation', 'rotation', 'scale', 'matrix'] as const satisfies readonly (keyof GltfNode)[];

/** Shortens the JSON of a GLB: transforms with the digits that readers keep, and without default values. */
export function compactJson(glb: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const view = new DataView(glb.buffer, glb.byteOffset, glb.byteLength);
  const length = view.getUint32(12, true);
  const rest = glb.subarray(JSON_START + length);
  // The library has just written it.
  const json = JSON.parse(
    new TextDecoder().decode(glb.subarray(JSON_START, JSON_START + length)),
  ) as GltfJson;
  json.nodes?.forEach(shortenPlace);
  leaveOutDefaults(json);
  const text = new TextEncoder().encode(JSON.stringify(json));
  const padded = new Uint8Array(Math.ceil(text.length / 4) * 4).fill(0x20);
  padded.set(text);
  const compact = new Uint8Array(JSON_START + padded.length + rest.length);
  compact.set(glb.subarray(0, JSON_START));
  compact.set(padded, JSON_START);
  compact.set(rest, JSON_START + padded.length);
  const head = new DataView(compact.buffer);
  head.setUint32(8, compact.length, true);
  head.setUint32(12, padded.length, true);
  return compact;
}

/** All numbers of a transform get the decimals that its largest one needs. */
function shortenPlace(node: GltfNode): void {
  for (const key of PLACE) {
    const numbers = node[key];
    if (numbers) {
      const largest = Math.max(...numbers.map(Math.abs), Number.MIN_VALUE);
      const decimals = Math.min(MAX_DECIMALS, Math.max(0, DIGITS - Math.ceil(Math.log10(largest))));
      node[key] = numbers.map((value) => Number(value.toFixed(decimals)));
    }
  }
}

function leaveOutDefaults({ accessors = [], bufferViews = [], meshes = [], scenes = [] }: GltfJson): void {
  for (const scene of scenes) {
    // An empty list is an error in glTF.
    if (scene.nodes?.length === 0) {
      Reflect.deleteProperty(scene, 'nodes');
    }
  }
  for (const accessor of accessors) {
    if (accessor.normalized === false) {
      delete accessor.normalized;
    }
  }
  for (const placed of [...accessors, ...bufferViews]) {
    if (placed.byteOffset === 0) {
      delete placed.byteOffset;
    }
  }
  for (const primitive of meshes.flatMap(({ primitives }) => primitives)) {
    if (primitive.mode === TRIANGLES) {
      delete primitive.mode;
    }
  }
}
