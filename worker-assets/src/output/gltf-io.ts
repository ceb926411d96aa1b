import { type Document, Logger, NodeIO } from '@gltf-transform/core';
import { ALL_EXTENSIONS } from '@gltf-transform/extensions';
import draco3d from 'draco3dgltf';
import { MeshoptDecoder, MeshoptEncoder } from 'meshoptimizer';
import { compactJson } from './compact-json.ts';

/** Reads and writes glTF in memory with every known extension, without access to files or the network. */
export type GltfIo = {
  /** @throws for input other than a self-contained GLB. */
  readGlb: (bytes: Uint8Array) => Promise<Document>;
  /** `resources` are the only files that the JSON's uris can refer to. */
  readJson: (json: GltfJson, resources: Record<string, Uint8Array<ArrayBuffer>>) => Promise<Document>;
  writeGlb: (document: Document) => Promise<Uint8Array<ArrayBuffer>>;
};

/** The JSON part of a glTF file, as the library types it. */
export type GltfJson = Parameters<NodeIO['readJSON']>[0]['json'];

/** Supported extensions; a file that requires another one cannot be read. */
export const KNOWN_EXTENSIONS: ReadonlySet<string> = new Set(
  ALL_EXTENSIONS.map(({ EXTENSION_NAME }) => EXTENSION_NAME),
);

/** Creates the reader and writer; the decoders are WebAssembly and take a few milliseconds to start. */
export async function createGltfIo(): Promise<GltfIo> {
  await Promise.all([MeshoptDecoder.ready, MeshoptEncoder.ready]);
  const io = new NodeIO()
    .setLogger(new Logger(Logger.Verbosity.SILENT))
    .registerExtensions(ALL_EXTENSIONS)
    .registerDependencies({
      'draco3d.decoder': await draco3d.createDecoderModule(),
      'meshopt.decoder': MeshoptDecoder,
      'meshopt.encoder': { ...MeshoptEncoder, encodeFilterQuat },
    });
  return {
    readGlb: (bytes) => io.readBinary(bytes),
    readJson: (json, resources) => io.readJSON({ json, resources }),
    writeGlb: async (document) => compactJson(await io.writeBinary(document)),
  };
}

/** Bits of a rotation. The rounding error is below a fiftieth of a degree. */
const ROTATION_BITS = 12;

/** The library uses 16 bits, of which the last ones are noise that does not compress. */
function encodeFilterQuat(source: Float32Array, count: number, stride: number, bits: number): Uint8Array {
  return MeshoptEncoder.encodeFilterQuat(source, count, stride, Math.min(bits, ROTATION_BITS));
}
