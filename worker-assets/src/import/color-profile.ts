import sharp from 'sharp';
import { type Box, boxesIn, textOf } from '../output/isobmff-boxes.ts';

/** Number of the Display P3 primaries (ITU-T H.273) in AVIF and HEIC. Its transfer curve is that of sRGB. */
const P3 = 12;
const SCREEN_CURVES: ReadonlySet<number> = new Set([1, 2, 13]);

/**
 * Returns the Display P3 ICC profile for an AVIF or HEIC that declares P3 by numbers only (CICP). Null for
 * all others, and for files with an embedded profile.
 */
export async function profileOfColorCodes(bytes: Uint8Array): Promise<Buffer | null> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const colors = [...boxesAt(view, ['meta', 'iprp', 'ipco', 'colr'])];
  const kinds = colors.map(({ from, to }) => (from + 8 <= to ? textOf(view, from) : ''));
  const at = kinds.indexOf('nclx');
  const color = colors[at];
  if (!color || kinds.some((kind) => kind === 'prof' || kind === 'rICC')) {
    return null;
  }
  const [primaries, curve] = [view.getUint16(color.from + 4), view.getUint16(color.from + 6)];
  return primaries === P3 && SCREEN_CURVES.has(curve) ? await p3() : null;
}

/**
 * The boxes at the end of a path of types. The first box of the path has a version field before
 * its content.
 */
function* boxesAt(view: DataView, [first, ...way]: readonly string[]): Generator<Box> {
  const find = function* (from: number, to: number, types: readonly string[]): Generator<Box> {
    const [type, ...further] = types;
    for (const box of boxesIn(view, from, to)) {
      if (box.type === type) {
        yield* further.length === 0 ? [box] : find(box.from, box.to, further);
      }
    }
  };
  for (const box of boxesIn(view, 0, view.byteLength)) {
    if (box.type === first) {
      yield* find(box.from + 4, box.to, way);
    }
  }
}

/** The profile is built into the library. */
async function p3(): Promise<Buffer | null> {
  const create = { width: 1, height: 1, channels: 3, background: '#000' } as const;
  const { icc } = await sharp(await sharp({ create }).withIccProfile('p3').png().toBuffer()).metadata();
  return icc ?? null;
}
