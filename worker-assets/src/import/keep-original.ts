import { gzipSync } from 'node:zlib';
import type { ImportReport } from '@diorama/shared/contract/assets.ts';
import { assertValidGlb } from '../output/write-glb.ts';
import type { GltfContainer } from './gltf-container.ts';

/** Extensions that the viewer does not read, or reads differently from other viewers. */
const FOREIGN =
  /^(KHR_draco_mesh_compression|KHR_texture_basisu|KHR_materials_pbrSpecularGlossiness|EXT_texture_avif|MSFT_.*)$/;

/** Offset of the length in a GLB header. */
const LENGTH_AT = 8;

/** An original GLB in its place. */
export type OriginalGlb = {
  json: GltfContainer['json'];
  /** Size in bytes. */
  bytes: number;
  read: () => Promise<Uint8Array<ArrayBuffer>>;
};

type Candidate = OriginalGlb & {
  /** Report of the import. */
  report: ImportReport;
  /** Names of its materials. */
  slots: readonly string[];
};

/**
 * The original GLB where it can be shown unchanged: not repaired, supported everywhere and valid.
 * @returns `null` where it cannot.
 */
export async function soundAsItCame(candidate: Candidate): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!looksSound(candidate)) {
    return null;
  }
  const original = await candidate.read();
  return isSelfContained(candidate.json, original) && (await isValid(original)) ? original : null;
}

/** The original GLB where it is valid and the optimised one is no smaller in transfer; else `null`. */
export async function betterAsItCame({
  optimized,
  ...candidate
}: Candidate & { optimized: Uint8Array<ArrayBuffer> }): Promise<Uint8Array<ArrayBuffer> | null> {
  // A file many times as large needs no compression test.
  if (candidate.bytes > optimized.length * 4) {
    return null;
  }
  const original = await soundAsItCame(candidate);
  return original && gzipSync(original).length <= gzipSync(optimized).length ? original : null;
}

function looksSound({ json, report, slots }: Candidate): boolean {
  const isUntouched = Object.values(report).every((lines) => lines.length === 0);
  const names = (json.materials ?? []).map(({ name = '' }) => name);
  const isReadable = !(json.extensionsUsed ?? []).some((extension) => FOREIGN.test(extension));
  const isNamed = slots.length === names.length && slots.every((slot, i) => slot === names[i]);
  return isUntouched && isReadable && isNamed && json.scenes?.length === 1;
}

/** Whether it contains all its resources and no other data. */
function isSelfContained(json: OriginalGlb['json'], original: Uint8Array): boolean {
  const uris = [...(json.buffers ?? []), ...(json.images ?? [])].map(({ uri }) => uri);
  const view = new DataView(original.buffer, original.byteOffset, original.byteLength);
  return uris.every((uri) => uri === undefined) && view.getUint32(LENGTH_AT, true) === original.length;
}

async function isValid(glb: Uint8Array<ArrayBuffer>): Promise<boolean> {
  return await assertValidGlb(glb).then(
    () => true,
    () => false,
  );
}
