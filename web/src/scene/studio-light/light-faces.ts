/** Texels per side of the faces of each level, from mirror to matt, as three.js filters. */
export const FACE_SIZES = [256, 128, 64, 32, 16, 8] as const;
/** Dropped low bits of a half float's ten bits of mantissa: no step is larger than 0.4 %. */
const LEFT_OUT = 2;

/**
 * Bits of half floats, one number per texel, row after row: the six faces of the first level, then those of the
 * next.
 */
type LightFaces = readonly Uint16Array[];

/**
 * Encodes the faces of a grey light for compression: each texel becomes its difference from the plane through its
 * neighbours. All upper bytes come first, then the lower ones. Compressed, about 5 % of the size remains.
 */
export function packFaces(faces: LightFaces): Uint8Array<ArrayBuffer> {
  const count = faces.reduce((sum, face) => sum + face.length, 0);
  const packed = new Uint8Array(2 * count);
  let at = 0;
  for (const face of faces) {
    const size = Math.sqrt(face.length);
    const codes = face.map((half) => (half + (1 << (LEFT_OUT - 1))) >> LEFT_OUT);
    for (let i = 0; i < codes.length; i += 1) {
      const off = (codes[i] ?? 0) - expected(codes, i, size);
      const unsigned = off < 0 ? -2 * off - 1 : 2 * off;
      packed[at] = unsigned >> 8;
      packed[count + at] = unsigned & 0xff;
      at += 1;
    }
  }
  return packed;
}

/** Decodes faces of {@link packFaces}. */
export function unpackFaces(packed: Uint8Array): LightFaces {
  const count = packed.length / 2;
  let at = 0;
  return FACE_SIZES.flatMap((size) =>
    Array.from({ length: 6 }, () => {
      const codes = new Uint16Array(size * size);
      for (let i = 0; i < codes.length; i += 1) {
        const unsigned = ((packed[at] ?? 0) << 8) | (packed[count + at] ?? 0);
        const off = unsigned & 1 ? -(unsigned + 1) / 2 : unsigned / 2;
        codes[i] = expected(codes, i, size) + off;
        at += 1;
      }
      return codes.map((code) => code << LEFT_OUT);
    }),
  );
}

/**
 * Predicts a texel from the plane through its left, upper and upper left neighbours; along the edges, from one
 * neighbour.
 */
function expected(codes: Uint16Array, i: number, size: number): number {
  const left = i % size > 0 ? codes[i - 1] : undefined;
  const above = codes[i - size];
  return left !== undefined && above !== undefined
    ? left + above - (codes[i - size - 1] ?? 0)
    : (left ?? above ?? 0);
}
