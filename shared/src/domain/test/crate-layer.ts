/** Texts of {@link crateLayer}. */
export const TOKENS = ['', 'A', 'said', 'chair.usda', 'low.usda', 'key'];
const PRIM = 6;
/** Flags of a value: a list, and one that is in its header. */
export const ARRAY = 0x80;
export const INLINED = 0x40;
const NOTHING_MORE = 0xffffffff;

/** Bytes of numbers of the named size. */
export const u8 = (...values: number[]) => values;
export const u32 = (...values: number[]) => [...new Uint8Array(Uint32Array.from(values).buffer)];
export const u64 = (...values: number[]) => [
  ...new Uint8Array(BigUint64Array.from(values.map(BigInt)).buffer),
];
export const f64 = (...values: number[]) => [...new Uint8Array(Float64Array.from(values).buffer)];

export type CrateValue = { type: number; flags?: number; value?: number[]; inlined?: number };

/** Creates a layer in the oldest, uncompressed binary form: a prim with one attribute and one child. */
export function crateLayer({ type, flags = 0, value = [], inlined }: CrateValue): ArrayBuffer {
  const valueAt = 88;
  const texts = [...new TextEncoder().encode(`${TOKENS.join('\0')}\0`)];
  const paths = [
    ...u32(0, 0, 1),
    // The root and /A have children; the child of /A has none.
    ...u32(1, 1, 1),
    ...u32(2, 2, 0),
  ];
  const withBits = [...paths.slice(0, 8), 1, ...paths.slice(12, 20), 1, ...paths.slice(24, 32), 0];
  const sections: [string, number[]][] = [
    ['TOKENS', [...u64(TOKENS.length, texts.length), ...texts]],
    ['STRINGS', [...u64(4), ...u32(1, 3, 4, 5)]],
    ['FIELDS', [...u32(2, inlined ?? valueAt), ...u8(0, 0, type, flags)]],
    ['FIELDSETS', u32(0, NOTHING_MORE)],
    ['PATHS', [...u64(3), ...withBits]],
    ['SPECS', u32(1, 0, PRIM)],
  ];
  const body = [...value];
  const contents: number[] = u64(sections.length);
  for (const [name, bytes] of sections) {
    const title = [...new TextEncoder().encode(name.padEnd(16, '\0'))];
    contents.push(...title, ...u64(valueAt + body.length, bytes.length));
    body.push(...bytes);
  }
  const head = [...new TextEncoder().encode('PXR-USDC'), ...u8(0, 1, 0, 0, 0, 0, 0, 0)];
  const start = [...head, ...u64(valueAt + body.length)];
  return Uint8Array.from([...start, ...Array<number>(88 - start.length).fill(0), ...body, ...contents])
    .buffer;
}
