import { crc32 } from 'node:zlib';

export type ZipEntry = { name: string; bytes: Uint8Array };

/** USDZ requires every file's bytes to begin at a multiple of this, so that readers may map them. */
const ALIGNMENT = 64;
const LOCAL_HEADER = { signature: 0x04034b50, bytes: 30 } as const;
const CENTRAL_HEADER = { signature: 0x02014b50, bytes: 46 } as const;
const END_RECORD = { signature: 0x06054b50, bytes: 22 } as const;
/** Extra field that OpenUSD's writer uses for padding: an id and a length before the padding. */
const PADDING_ID = 0x1986;
const PADDING_HEADER_BYTES = 4;
const VERSION_STORED = 10;
/** 1 January 1980, the earliest date of the format: the same input gives the same bytes. */
const DOS_DATE = 0x21;
const UTF8_NAMES = 0x800;

/** A zip archive for USDZ: stored without compression, each file's bytes aligned to 64. Below 4 GB. */
export function zipStored(entries: readonly ZipEntry[]): Uint8Array<ArrayBuffer> {
  const local: Uint8Array[] = [];
  const central: Uint8Array[] = [];
  let offset = 0;
  for (const { name, bytes } of entries) {
    const encodedName = new TextEncoder().encode(name);
    const padding = paddingAt(offset + LOCAL_HEADER.bytes + encodedName.length);
    const shared = sharedFields(bytes, encodedName.length);
    const header = localHeader(shared, encodedName, padding);
    central.push(centralHeader(shared, encodedName, offset));
    local.push(header, bytes);
    offset += header.length + bytes.length;
  }
  const centralBytes = central.reduce((sum, part) => sum + part.length, 0);
  return concatenate([...local, ...central, endRecord(entries.length, centralBytes, offset)]);
}

/** Length of the extra field that moves the following bytes from `end` to the next multiple of 64. */
function paddingAt(end: number): number {
  const rest = (ALIGNMENT - (end % ALIGNMENT)) % ALIGNMENT;
  return rest === 0 || rest >= PADDING_HEADER_BYTES ? rest : rest + ALIGNMENT;
}

type SharedFields = { crc: number; size: number; nameLength: number };

function sharedFields(bytes: Uint8Array, nameLength: number): SharedFields {
  return { crc: crc32(bytes), size: bytes.length, nameLength };
}

function localHeader(fields: SharedFields, name: Uint8Array, padding: number): Uint8Array {
  const header = new Uint8Array(LOCAL_HEADER.bytes + name.length + padding);
  const view = new DataView(header.buffer);
  view.setUint32(0, LOCAL_HEADER.signature, true);
  writeShared(view, 4, fields);
  view.setUint16(28, padding, true);
  header.set(name, LOCAL_HEADER.bytes);
  if (padding > 0) {
    view.setUint16(LOCAL_HEADER.bytes + name.length, PADDING_ID, true);
    view.setUint16(LOCAL_HEADER.bytes + name.length + 2, padding - PADDING_HEADER_BYTES, true);
  }
  return header;
}

function centralHeader(fields: SharedFields, name: Uint8Array, offset: number): Uint8Array {
  const header = new Uint8Array(CENTRAL_HEADER.bytes + name.length);
  const view = new DataView(header.buffer);
  view.setUint32(0, CENTRAL_HEADER.signature, true);
  view.setUint16(4, VERSION_STORED, true);
  writeShared(view, 6, fields);
  view.setUint32(42, offset, true);
  header.set(name, CENTRAL_HEADER.bytes);
  return header;
}

/** Version, flags, method, time, date, checksum, two sizes and the name's length stand in this order in both headers. */
function writeShared(view: DataView, at: number, { crc, size, nameLength }: SharedFields): void {
  view.setUint16(at, VERSION_STORED, true);
  view.setUint16(at + 2, UTF8_NAMES, true);
  view.setUint16(at + 8, DOS_DATE, true);
  view.setUint32(at + 10, crc, true);
  view.setUint32(at + 14, size, true);
  view.setUint32(at + 18, size, true);
  view.setUint16(at + 22, nameLength, true);
}

function endRecord(count: number, centralBytes: number, centralOffset: number): Uint8Array {
  const record = new Uint8Array(END_RECORD.bytes);
  const view = new DataView(record.buffer);
  view.setUint32(0, END_RECORD.signature, true);
  view.setUint16(8, count, true);
  view.setUint16(10, count, true);
  view.setUint32(12, centralBytes, true);
  view.setUint32(16, centralOffset, true);
  return record;
}

function concatenate(parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let offset = 0;
  for (const part of parts) {
    whole.set(part, offset);
    offset += part.length;
  }
  return whole;
}
