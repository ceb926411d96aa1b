import { FontError } from './font-error.ts';

/** Tables for outlines, metrics, character mapping and shaping; hinting and other tables are dropped. */
const TABLES = new Set([
  ...['head', 'hhea', 'hmtx', 'maxp', 'cmap', 'name', 'OS/2', 'post'],
  ...['loca', 'glyf', 'CFF ', 'CFF2', 'kern', 'GPOS', 'GSUB', 'GDEF'],
]);
/** Maximum size; fonts with all Chinese characters are smaller. */
const MAX_BYTES = 32 * 1024 * 1024;
const MAX_TABLES = 100;
const TRUETYPE = 0x00010000;
const APPLE = 0x74727565;
const CFF = 0x4f54544f;
const WOFF = 0x774f4646;

type Table = { tag: string; bytes: Uint8Array };

/**
 * Converts a TrueType, OpenType or WOFF file to an uncompressed font with only the tables that a text needs,
 * all of which lie within the file.
 * @throws FontError
 */
export async function plainFont(file: Uint8Array<ArrayBuffer>): Promise<ArrayBuffer> {
  if (file.length > MAX_BYTES) {
    throw new FontError('font.too-large');
  }
  const view = new DataView(file.buffer, file.byteOffset, file.length);
  const signature = file.length < 12 ? 0 : view.getUint32(0);
  if (signature === WOFF && file.length >= 44) {
    return writeFont(view.getUint32(4), await unpackTables(file, view));
  }
  if (signature !== TRUETYPE && signature !== APPLE && signature !== CFF) {
    throw new FontError('font.format');
  }
  const entries = entriesOf(view, { count: view.getUint16(4), first: 12, size: 16 });
  const tables = entries.map(({ tag, at }) => ({
    tag,
    bytes: slice(file, view.getUint32(at + 8), view.getUint32(at + 12)),
  }));
  return writeFont(signature, tables);
}

async function unpackTables(file: Uint8Array<ArrayBuffer>, view: DataView): Promise<Table[]> {
  const entries = entriesOf(view, { count: view.getUint16(12), first: 44, size: 20 });
  const tables: Table[] = [];
  let total = 0;
  for (const { tag, at } of entries) {
    const [offset, packed, length] = [
      view.getUint32(at + 4),
      view.getUint32(at + 8),
      view.getUint32(at + 12),
    ];
    total += length;
    if (total > MAX_BYTES) {
      throw new FontError('font.too-large');
    }
    const bytes = slice(file, offset, packed);
    tables.push({ tag, bytes: packed < length ? await inflate(bytes, length) : bytes });
  }
  return tables;
}

function entriesOf(
  view: DataView,
  { count, first, size }: { count: number; first: number; size: number },
): { tag: string; at: number }[] {
  if (count > MAX_TABLES || first + count * size > view.byteLength) {
    throw new FontError('font.damaged');
  }
  const entries = Array.from({ length: count }, (_, i) => {
    const at = first + i * size;
    const tag = String.fromCharCode(...[0, 1, 2, 3].map((k) => view.getUint8(at + k)));
    return { tag, at };
  });
  return entries.filter(({ tag }, i) => TABLES.has(tag) && entries.findIndex((e) => e.tag === tag) === i);
}

function slice(file: Uint8Array<ArrayBuffer>, offset: number, length: number): Uint8Array<ArrayBuffer> {
  if (offset + length > file.length) {
    throw new FontError('font.damaged');
  }
  return file.subarray(offset, offset + length);
}

/** Inflates at most `length` bytes. */
async function inflate(packed: Uint8Array<ArrayBuffer>, length: number): Promise<Uint8Array> {
  const unpacked = new Uint8Array(length);
  let filled = 0;
  const stream = new Blob([packed]).stream().pipeThrough(new DecompressionStream('deflate'));
  try {
    for await (const chunk of stream) {
      if (filled + chunk.length > length) {
        break;
      }
      unpacked.set(chunk, filled);
      filled += chunk.length;
    }
  } catch (cause) {
    throw new FontError('font.damaged', { cause });
  }
  if (filled !== length) {
    throw new FontError('font.damaged');
  }
  return unpacked;
}

function writeFont(flavor: number, tables: readonly Table[]): ArrayBuffer {
  const head = 12 + tables.length * 16;
  const total = tables.reduce((sum, { bytes }) => sum + padded(bytes.length), head);
  const file = new Uint8Array(total);
  const view = new DataView(file.buffer);
  view.setUint32(0, flavor);
  view.setUint16(4, tables.length);
  let offset = head;
  for (const [i, { tag, bytes }] of tables.entries()) {
    const at = 12 + i * 16;
    for (let k = 0; k < 4; k++) {
      file[at + k] = tag.charCodeAt(k);
    }
    view.setUint32(at + 8, offset);
    view.setUint32(at + 12, bytes.length);
    file.set(bytes, offset);
    offset += padded(bytes.length);
  }
  return file.buffer;
}

function padded(length: number): number {
  return Math.ceil(length / 4) * 4;
}
