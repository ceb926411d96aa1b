import { gzipSync } from 'node:zlib';
import type { ImportReport } from '@diorama/shared/contract/assets.ts';
import { assertValidGlb } from '../output/write-glb.ts';
import type { GltfContainer } from './gltf-container.ts';

/** What the viewer does not read, or reads in another way than it is shown elsewhere. */
const FOREIGN =
  /^(KHR_draco_mesh_compression|KHR_texture_basisu|KHR_materials_pbrSpecularGlossiness|EXT_texture_avif|MSFT_.*)$/;

/** Where a GLB says how long it is. */
const LENGTH_AT = 8;

/** A GLB that lies where it was uploaded. */
export type OriginalGlb = {
  json: GltfContainer['json'];
  /** How long it is. */
  bytes: number;
  read: () => Promise<Uint8Array<ArrayBuffer>>;
};

type Candidate = OriginalGlb & {
  /** What the import did to it. */
  report: ImportReport;
  /** The names by which its materials are known. */
  slots: readonly string[];
};

/**
 * A GLB as it came where it can be shown so: nothing had to be mended, it is read everywhere and valid.
 * @returns `null` where it cannot.
 */
export async function soundAsItCame(candidate: Candidate): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!looksSound(candidate)) {
    return null;
  }
  const original = await candidate.read();
  return isSelfContained(candidate.json, original) && (await isValid(original)) ? original : null;
}

/** A GLB as it came where it is sound and what it became is no smaller on its way; `null` where it is not. */
export async function betterAsItCame({
  optimized,
  ...candidate
}: Candidate & { optimized: Uint8Array<ArrayBuffer> }): Promise<Uint8Array<ArrayBuffer> | null> {
  // A file many times as large needs no closer look.
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

/** Whether all it needs is in it, and nothing else is. */
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
