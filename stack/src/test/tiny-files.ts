/** A PNG of one pixel. */
export const ONE_PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
  'base64',
);

/** A TIFF of one colour, without compression. */
export function tiffOf({ width, height, color }: { width: number; height: number; color: number[] }): Buffer {
  const pixels = Buffer.from(Array.from({ length: width * height }, () => color).flat());
  const [short, long] = [3, 4];
  const firstPixel = 8;
  const entries = [
    [256, short, width],
    [257, short, height],
    [258, short, 8],
    [259, short, 1],
    [262, short, 2],
    [273, long, firstPixel],
    [277, short, 3],
    [278, short, height],
    [279, long, pixels.length],
  ];
  const directory = Buffer.alloc(2 + entries.length * 12 + 4);
  directory.writeUInt16LE(entries.length, 0);
  entries.forEach(([tag = 0, type = 0, value = 0], i) => {
    const at = 2 + i * 12;
    directory.writeUInt16LE(tag, at);
    directory.writeUInt16LE(type, at + 2);
    directory.writeUInt32LE(1, at + 4);
    directory.writeUInt32LE(value, at + 8);
  });
  const head = Buffer.from('II*\0\0\0\0\0', 'latin1');
  head.writeUInt32LE(firstPixel + pixels.length, 4);
  return Buffer.concat([head, pixels, directory]);
}

const JSON_CHUNK = 0x4e4f534a;
const BIN_CHUNK = 0x004e4942;

/** A GLB with any JSON and an optional binary chunk. */
export function glbOf(json: unknown, binary = new Uint8Array()): Uint8Array {
  const text = typeof json === 'string' ? json : JSON.stringify(json);
  const chunk = (type: number, content: Uint8Array, filler: number) => {
    const padded = new Uint8Array(Math.ceil(content.length / 4) * 4).fill(filler);
    padded.set(content);
    const header = new DataView(new ArrayBuffer(8));
    header.setUint32(0, padded.length, true);
    header.setUint32(4, type, true);
    return [new Uint8Array(header.buffer), padded];
  };
  const parts = [
    ...chunk(JSON_CHUNK, new TextEncoder().encode(text), 0x20),
    ...(binary.length > 0 ? chunk(BIN_CHUNK, binary, 0) : []),
  ];
  const header = new DataView(new ArrayBuffer(12));
  header.setUint32(0, 0x46546c67, true);
  header.setUint32(4, 2, true);
  header.setUint32(8, 12 + parts.reduce((sum, part) => sum + part.length, 0), true);
  return new Uint8Array(Buffer.concat([new Uint8Array(header.buffer), ...parts]));
}

/** The GLB of an empty scene; `salt` makes its content unique. */
export function emptyGlb(salt = ''): Buffer {
  return Buffer.from(glbOf({ asset: { version: '2.0', generator: salt }, scenes: [{}], scene: 0 }));
}

/**
 * The GLB of one triangle.
 * @param options.size length of its two short sides, in metres
 * @param options.unused bytes of unused data in the file
 */
export function triangleGlb({ size = 1, unused = 0 } = {}): Buffer {
  const corners = Buffer.from(new Float32Array([0, 0, 0, size, 0, 0, 0, size, 0]).buffer);
  const binary = Buffer.concat([corners, Buffer.alloc(unused)]);
  const max = [size, size, 0];
  const json = {
    asset: { version: '2.0' },
    scene: 0,
    scenes: [{ nodes: [0] }],
    nodes: [{ mesh: 0 }],
    meshes: [{ primitives: [{ attributes: { POSITION: 0 } }] }],
    accessors: [{ bufferView: 0, componentType: 5126, count: 3, type: 'VEC3', min: [0, 0, 0], max }],
    bufferViews: [{ buffer: 0, byteLength: corners.length }],
    buffers: [{ byteLength: binary.length }],
  };
  return Buffer.from(glbOf(json, binary));
}
