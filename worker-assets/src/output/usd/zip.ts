import { type Zippable, zipSync } from 'fflate';

export type ZipEntry = { name: string; bytes: Uint8Array };

/** USDZ requires each file's bytes to begin at a multiple of this, so that readers can map them. */
const ALIGNMENT = 64;
const LOCAL_HEADER_BYTES = 30;
/** Id of the extra field that OpenUSD's writer pads with: an id and a length before the padding. */
const PADDING_ID = 0x1986;
const PADDING_HEADER_BYTES = 4;
/** The earliest date of the format: the same input gives the same bytes. */
const DATE = new Date(1980, 0, 1);

/** A ZIP archive for USDZ: stored without compression, each file's bytes aligned to 64. Below 4 GB. */
export function zipStored(entries: readonly ZipEntry[]): Uint8Array<ArrayBuffer> {
  const files: Zippable = {};
  let offset = 0;
  for (const { name, bytes } of entries) {
    const headerEnd = offset + LOCAL_HEADER_BYTES + Buffer.byteLength(name);
    const padding = paddingAt(headerEnd);
    const extra: Record<number, Uint8Array> =
      padding > 0 ? { [PADDING_ID]: new Uint8Array(padding - PADDING_HEADER_BYTES) } : {};
    files[name] = [bytes, { extra }];
    offset = headerEnd + padding + bytes.length;
  }
  return zipSync(files, { level: 0, mtime: DATE });
}

/** Length of the extra field that aligns the data after it to 64 bytes. */
function paddingAt(end: number): number {
  const rest = (ALIGNMENT - (end % ALIGNMENT)) % ALIGNMENT;
  return rest === 0 || rest >= PADDING_HEADER_BYTES ? rest : rest + ALIGNMENT;
}
