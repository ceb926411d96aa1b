import { glbOf } from '@diorama/stack/test/tiny-files.ts';

/**
 * A KTX2 file with a single-colour Basis texture (UASTC), built by hand because the product has no encoder.
 * The layout follows sections 3 and 5 of the KTX 2.0 specification. Each block has UASTC mode 8, one colour.
 */
export function ktxOf(
  color: readonly [number, number, number, number],
  { width, height }: { width: number; height: number } = { width: 8, height: 8 },
): Uint8Array<ArrayBuffer> {
  const blocks = Math.ceil(width / 4) * Math.ceil(height / 4);
  const block = solidBlock(color);
  const descriptor = formatDescriptor();
  const levelAt = Math.ceil((HEAD_BYTES + LEVEL_BYTES + descriptor.length) / 16) * 16;
  const bytes = new Uint8Array(levelAt + blocks * block.length);
  const view = new DataView(bytes.buffer);
  bytes.set([0xab, 0x4b, 0x54, 0x58, 0x20, 0x32, 0x30, 0xbb, 0x0d, 0x0a, 0x1a, 0x0a]);
  // vkFormat, typeSize, width, height, depth, layers, faces, levels, supercompression
  for (const [i, value] of [0, 1, width, height, 0, 0, 1, 1, 0].entries()) {
    view.setUint32(12 + i * 4, value, true);
  }
  view.setUint32(48, HEAD_BYTES + LEVEL_BYTES, true);
  view.setUint32(52, descriptor.length, true);
  view.setBigUint64(HEAD_BYTES, BigInt(levelAt), true);
  view.setBigUint64(HEAD_BYTES + 8, BigInt(blocks * block.length), true);
  view.setBigUint64(HEAD_BYTES + 16, BigInt(blocks * block.length), true);
  bytes.set(descriptor, HEAD_BYTES + LEVEL_BYTES);
  for (let i = 0; i < blocks; i += 1) {
    bytes.set(block, levelAt + i * block.length);
  }
  return bytes;
}

/**
 * A KTX2 file of plain pixels, two by one, like those of other tools.
 * @param fields - header fields that replace those of a single image: `[6, 1]` for the faces of a cube
 */
export function plainKtx(
  format: number,
  {
    pixels,
    scheme = 0,
    fields = [],
  }: { pixels: Uint8Array; scheme?: number; fields?: [place: number, value: number][] },
): Uint8Array<ArrayBuffer> {
  const levelAt = HEAD_BYTES + LEVEL_BYTES;
  const bytes = new Uint8Array(levelAt + pixels.length);
  const view = new DataView(bytes.buffer);
  bytes.set([0xab, 0x4b, 0x54, 0x58, 0x20, 0x32, 0x30, 0xbb, 0x0d, 0x0a, 0x1a, 0x0a]);
  const head = [format, 1, 2, 1, 0, 0, 1, 1, scheme];
  for (const [place, value] of fields) {
    head[place] = value;
  }
  for (const [i, value] of head.entries()) {
    view.setUint32(12 + i * 4, value, true);
  }
  view.setBigUint64(HEAD_BYTES, BigInt(levelAt), true);
  view.setBigUint64(HEAD_BYTES + 8, BigInt(pixels.length), true);
  bytes.set(pixels, levelAt);
  return bytes;
}

/** A GLB of a triangle with a KTX2 texture. */
export function triangleWith(ktx: Uint8Array): Uint8Array {
  const places = Float32Array.of(0, 0, 0, 1, 0, 0, 0, 1, 0);
  const uvs = Float32Array.of(0, 0, 1, 0, 0, 1);
  const binary = Buffer.concat([Buffer.from(places.buffer), Buffer.from(uvs.buffer), ktx]);
  return glbOf(
    {
      asset: { version: '2.0' },
      extensionsUsed: ['KHR_texture_basisu'],
      extensionsRequired: ['KHR_texture_basisu'],
      scenes: [{ nodes: [0] }],
      nodes: [{ mesh: 0 }],
      meshes: [{ primitives: [{ attributes: { POSITION: 0, TEXCOORD_0: 1 }, material: 0 }] }],
      materials: [{ pbrMetallicRoughness: { baseColorTexture: { index: 0 } } }],
      textures: [{ extensions: { KHR_texture_basisu: { source: 0 } } }],
      images: [{ bufferView: 2, mimeType: 'image/ktx2' }],
      buffers: [{ byteLength: binary.length }],
      bufferViews: [
        { buffer: 0, byteLength: 36 },
        { buffer: 0, byteOffset: 36, byteLength: 24 },
        { buffer: 0, byteOffset: 60, byteLength: ktx.length },
      ],
      accessors: [
        { bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max: [1, 1, 0] },
        { bufferView: 1, componentType: 5126, count: 3, type: 'VEC2' },
      ],
    },
    new Uint8Array(binary),
  );
}

/**
 * A file of the other Basis format (ETC1S with BasisLZ), which needs an encoder. Eight by eight pixels: upper
 * half red, lower half blue with a transparent right half. Made by Binomial's encoder 2.50.
 */
export function etcKtx(): Uint8Array<ArrayBuffer> {
  return Uint8Array.from(Buffer.from(ETC1S, 'base64'));
}

const ETC1S = [
  'q0tUWCAyMLsNChoKAAAAAAEAAAAIAAAACAAAAAAAAAAAAAAAAQAAAAEAAAABAAAAaAAAADwAAACkAAAAJAAAAMgAAAAAAAAAkAAA',
  'AAAAAABYAQAAAAAAAAQAAAAAAAAAAAAAAAAAAAA8AAAAAAAAAAIAOACjAQIAAwMAAAgIAAAAAAAAAAA/AAAAAAAAAAAA/////0AA',
  'Pw8AAAAAAAAAAP////8fAAAAS1RYd3JpdGVyAEJhc2lzIFVuaXZlcnNhbCAyLjUwAAAEAAIAMAAAAAkAAAAvAAAAAAAAAAAAAAAA',
  'AAAAAgAAAAIAAAACAAAAIMCUAAAAAAAQ5AkzEcBEAAAAAAAAsiADmBIAAAAAAIIC0QMSABMAAgAAAABIAsguBAAAAFBVVVUF1MBE',
  'AAAAAAAAEuW/AgEwASAAAAAAgOgIEDVgAAAAEDSMRk4gAJgAAAAAAABAAAFSD5EH',
].join('');
const HEAD_BYTES = 80;
const LEVEL_BYTES = 24;
const UASTC = 166;
const BT709 = 1;
const SRGB = 2;
const RGBA_CHANNEL = 3;

function formatDescriptor(): Uint8Array {
  const bytes = new Uint8Array(44);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, bytes.length, true);
  view.setUint32(8, 2 | (40 << 16), true);
  bytes.set([UASTC, BT709, SRGB, 0, 3, 3, 0, 0, 16], 12);
  // One sample of all 128 bits.
  view.setUint16(28, 0, true);
  bytes.set([127, RGBA_CHANNEL], 30);
  view.setUint32(40, 0xffffffff, true);
  return bytes;
}

/** Five bits of the mode and the four channels; the other bits only help other target formats. */
function solidBlock(color: readonly number[]): Uint8Array {
  const MODE_8 = 0x17n;
  const bits = color.reduce((sum, value, i) => sum | (BigInt(value) << BigInt(5 + i * 8)), MODE_8);
  const block = new Uint8Array(16);
  new DataView(block.buffer).setBigUint64(0, bits, true);
  return block;
}
