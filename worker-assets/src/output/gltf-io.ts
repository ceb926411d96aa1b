import { type Document, Logger, NodeIO } from '@gltf-transform/core';
import { ALL_EXTENSIONS } from '@gltf-transform/extensions';
import draco3d from 'draco3dgltf';
import { MeshoptDecoder, MeshoptEncoder } from 'meshoptimizer';
import { BEHAVIOUR_EXTENSIONS } from './gltf/interactivity-extension.ts';

const JSON_START = 20;

/** Significant digits of a 32-bit float. */
const DIGITS = 7;

const MAX_DECIMALS = 20;

const TRIANGLES = 4;

type GltfNode = NonNullable<GltfJson['nodes']>[number];

const PLACE = ['translation', 'rotation', 'scale', 'matrix'] as const satisfies readonly (keyof GltfNode)[];

/** Reads and writes glTF in memory with every known extension. Has no access to files or network. */
export type GltfIo = {
  /** @throws for all inputs except a self-contained GLB. */
  readGlb: (bytes: Uint8Array) => Promise<Document>;
  /** `resources` are the only files that URIs of the JSON can refer to. */
  readJson: (json: GltfJson, resources: Record<string, Uint8Array<ArrayBuffer>>) => Promise<Document>;
  writeGlb: (document: Document) => Promise<Uint8Array<ArrayBuffer>>;
};

/** The JSON of a glTF file, as typed by glTF-Transform. */
export type GltfJson = Parameters<NodeIO['readJSON']>[0]['json'];

/** Names of supported extensions. A file that requires another one is refused. */
export const KNOWN_EXTENSIONS: ReadonlySet<string> = new Set(
  ALL_EXTENSIONS.map(({ EXTENSION_NAME }) => EXTENSION_NAME),
);

/** Creates the reader and writer. The WebAssembly decoders take a few milliseconds to start. */
export async function createGltfIo(): Promise<GltfIo> {
  await Promise.all([MeshoptDecoder.ready, MeshoptEncoder.ready]);
  const io = new NodeIO()
    .setLogger(new Logger(Logger.Verbosity.SILENT))
    .registerExtensions(ALL_EXTENSIONS)
    .registerDependencies({
      'draco3d.decoder': await draco3d.createDecoderModule(),
      'meshopt.decoder': MeshoptDecoder,
    });
  // The behaviour of other files is left out when they are read.
  const writer = new NodeIO()
    .setLogger(new Logger(Logger.Verbosity.SILENT))
    .registerExtensions([...ALL_EXTENSIONS, ...BEHAVIOUR_EXTENSIONS])
    .registerDependencies({ 'meshopt.encoder': { ...MeshoptEncoder, encodeFilterQuat } });
  return {
    readGlb: (bytes) => io.readBinary(bytes),
    readJson: (json, resources) => io.readJSON({ json, resources }),
    writeGlb: async (document) => compactJson(await writer.writeBinary(document)),
  };
}

/** Bits of a quantised rotation: the error is less than a fiftieth of a degree. */
const ROTATION_BITS = 12;

/** The library requests 16 bits, but the last ones are incompressible noise. */
function encodeFilterQuat(source: Float32Array, count: number, stride: number, bits: number): Uint8Array {
  return MeshoptEncoder.encodeFilterQuat(source, count, stride, Math.min(bits, ROTATION_BITS));
}

/**
 * Shortens the JSON of a GLB: rounds the transforms of nodes to float precision, and omits default values.
 */
function compactJson(glb: Uint8Array<ArrayBuffer>): Uint8Array<ArrayBuffer> {
  const view = new DataView(glb.buffer, glb.byteOffset, glb.byteLength);
  const length = view.getUint32(12, true);
  const rest = glb.subarray(JSON_START + length);
  // Written by glTF-Transform in this process, so its shape is known.
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

/** Rounds all numbers of a transform to the decimals that its largest one needs. */
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
