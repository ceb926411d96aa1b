/**
 * A triangle at x = 5 that rises by 3 in a second, with a quarter turn about the vertical axis.
 */
export function movingTds(): Uint8Array {
  const name = Buffer.from('Door\0');
  const mesh = chunk(
    0x4100,
    chunk(0x4110, u16(3), f32(5, 0, 0, 6, 0, 0, 5, 0, 1)),
    chunk(0x4120, u16(1), u16(0, 1, 2, 7)),
    chunk(0x4160, f32(1, 0, 0, 0, 1, 0, 0, 0, 1, 5, 0, 0)),
  );
  const node = chunk(
    0xb002,
    chunk(0xb030, u16(0)),
    chunk(0xb010, name, u16(0, 0, 0xffff)),
    chunk(0xb013, f32(0, 0, 0)),
    track(0xb020, key(0, 5, 0, 0), key(30, 5, 0, 3)),
    track(0xb021, key(0, 0, 0, 0, 1), key(30, Math.PI / 2, 0, 0, 1)),
  );
  const editor = chunk(0x3d3d, chunk(0x4000, name, mesh));
  return new Uint8Array(chunk(0x4d4d, editor, chunk(0xb000, node)));
}

/** A quad whose faces meet at a right angle, so that smoothing is visible, with the given `parts`. */
export function foldedTds({
  smoothing,
  materials = [],
  nodes = [],
}: {
  /** Groups of both faces. */
  smoothing?: [number, number];
  /** The faces that each material names. */
  materials?: { name: string; color: [number, number, number]; faces: number[] }[];
  /** Where copies of the mesh stand. */
  nodes?: [number, number, number][];
}): Uint8Array {
  const name = Buffer.from('Fold\0');
  const faces = chunk(
    0x4120,
    u16(2),
    u16(0, 1, 2, 7),
    u16(1, 0, 3, 7),
    ...materials.map((material) =>
      chunk(0x4130, Buffer.from(`${material.name}\0`), u16(material.faces.length, ...material.faces)),
    ),
    ...(smoothing ? [chunk(0x4150, u32(...smoothing))] : []),
  );
  const mesh = chunk(
    0x4100,
    chunk(0x4110, u16(4), f32(0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1)),
    chunk(0x4160, f32(1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0)),
    faces,
  );
  const paints = materials.map((material) =>
    chunk(
      0xafff,
      chunk(0xa000, Buffer.from(`${material.name}\0`)),
      chunk(0xa020, chunk(0x0011, Buffer.from(material.color))),
    ),
  );
  const placed = nodes.map((position, i) =>
    chunk(
      0xb002,
      chunk(0xb030, u16(i)),
      chunk(0xb010, name, u16(0, 0, 0xffff)),
      chunk(0xb013, f32(0, 0, 0)),
      track(0xb020, key(0, ...position)),
    ),
  );
  const editor = chunk(0x3d3d, ...paints, chunk(0x4000, name, mesh));
  return new Uint8Array(chunk(0x4d4d, editor, ...(placed.length > 0 ? [chunk(0xb000, ...placed)] : [])));
}

const chunk = (id: number, ...parts: Uint8Array[]) => {
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(6);
  head.writeUInt16LE(id, 0);
  head.writeUInt32LE(6 + body.length, 2);
  return Buffer.concat([head, body]);
};
const u16 = (...values: number[]) => Buffer.from(Uint16Array.from(values).buffer);
const u32 = (...values: number[]) => Buffer.from(Uint32Array.from(values).buffer);
const f32 = (...values: number[]) => Buffer.from(Float32Array.from(values).buffer);
const key = (frame: number, ...values: number[]) => Buffer.concat([u32(frame), u16(0), f32(...values)]);
const track = (id: number, ...keys: Buffer[]) => chunk(id, u16(0), u32(0, 0), u32(keys.length), ...keys);
