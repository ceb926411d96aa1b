import { readFile } from 'node:fs/promises';
import { importMessage } from '@diorama/shared/domain/import-message.ts';
import type { TypeLine } from '@diorama/shared/scene/nodes/text/font.ts';
import { loadFont } from '@diorama/shared/scene/nodes/text/load-font.ts';
import sharp from 'sharp';
import decompress from 'woff2-encoder/decompress';
import { ImportError } from './import-error.ts';
import { memoryNeed, NO_DEMAND } from './memory-need.ts';

const SIGNATURE = 'wOF2';

/** Offset of the unpacked font size in the header. */
const TOTAL_SIZE_AT = 16;

/** A font for texts of a scene. `main` is null when the original is used unchanged. */
export type CheckedFont = { main: Uint8Array | null; mimeType: string; thumbnail: Uint8Array };

/** Limit of a font file, in bytes. Clients load fonts completely, without streaming. */
const MAX_FONT_BYTES = 32 * 1024 * 1024;
const WIDTH = 256;
const HEIGHT = 160;
const EM = 104;
const MIME_TYPES: Readonly<Record<string, string>> = { OTTO: 'font/otf', wOFF: 'font/woff' };

/**
 * Checks a font by rendering text with it, and draws its thumbnail. Unpacks a WOFF2, so that readers need no
 * decoder.
 * @throws {@link ImportError} `font.invalid`
 */
export async function checkFont(path: string, needs: (bytes: number) => void): Promise<CheckedFont> {
  try {
    const bytes = new Uint8Array(await readFile(path));
    if (bytes.length > MAX_FONT_BYTES) {
      throw new Error('The font is too large');
    }
    // Unpacked tables are larger than the file, up to the same limit.
    needs(memoryNeed({ ...NO_DEMAND, files: bytes.length + MAX_FONT_BYTES }));
    const main = isWoff2(bytes) ? await openWoff2(bytes, { maxBytes: MAX_FONT_BYTES }) : null;
    const written = main ?? bytes;
    const font = await loadFont([written]);
    const thumbnail = await draw(font.lineOf('Aa'));
    const signature = Buffer.from(written.subarray(0, 4)).toString('latin1');
    return { main, mimeType: MIME_TYPES[signature] ?? 'font/ttf', thumbnail };
  } catch (cause) {
    throw new ImportError('font.invalid', importMessage('unreadable.font'), { cause });
  }
}

async function draw({ areas, length }: TypeLine): Promise<Uint8Array> {
  const scale = Math.min(EM, (WIDTH - 32) / Math.max(length, 0.1));
  const [left, base] = [(WIDTH - length * scale) / 2, HEIGHT / 2 + scale * 0.36];
  const path = areas
    .flatMap(({ outline, holes = [] }) => [outline, ...holes])
    .map((contour) => {
      const points = contour.map(
        ([x, z]) => `${(left + x * scale).toFixed(2)} ${(base + z * scale).toFixed(2)}`,
      );
      return `M${points.join('L')}Z`;
    })
    .join('');
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}"><rect width="100%" height="100%" fill="#252932"/><path d="${path}" fill="#fff" fill-rule="evenodd"/></svg>`;
  return sharp(Buffer.from(svg)).webp({ quality: 90 }).toBuffer();
}

/** Whether a font is a WOFF2, which neither the web pages nor the workers read. */
function isWoff2(bytes: Uint8Array): boolean {
  return Buffer.from(bytes.subarray(0, 4)).toString('latin1') === SIGNATURE;
}

/**
 * Unpacks a WOFF2 to its TrueType or OpenType font with Google's decoder. It refuses files that expand more
 * than a hundredfold, and stops at 30 MB.
 * @throws for damaged files, and for fonts over the given number of bytes.
 */
async function openWoff2(
  bytes: Uint8Array,
  { maxBytes }: { maxBytes: number },
): Promise<Uint8Array<ArrayBuffer>> {
  const declared = new DataView(bytes.buffer, bytes.byteOffset, bytes.length).getUint32(TOTAL_SIZE_AT);
  if (declared > maxBytes) {
    throw new Error('The font is too large when unpacked');
  }
  const font = await decompress(bytes);
  if (font.length > maxBytes) {
    throw new Error('The font is too large when unpacked');
  }
  return new Uint8Array(font);
}
