import { gzipSync } from 'node:zlib';
import type { ImportReport } from '@diorama/shared/contract/assets.ts';
import { assertValidGlb } from '../output/write-glb.ts';
import type { GltfContainer } from './gltf-container.ts';

/** Extensions that the viewer ignores, or displays differently from other viewers. */
const FOREIGN =
  /^(KHR_draco_mesh_compression|KHR_texture_basisu|KHR_materials_pbrSpecularGlossiness|EXT_texture_avif|MSFT_.*)$/;

/** Offset of the total length in a GLB header. */
const LENGTH_AT = 8;

/** A GLB at its path in the upload. */
export type OriginalGlb = {
  json: GltfContainer['json'];
  /** Size in bytes. */
  bytes: number;
  read: () => Promise<Uint8Array<ArrayBuffer>>;
};

type Candidate = OriginalGlb & {
  /** The import's repairs and warnings. */
  report: ImportReport;
  /** The names of its materials as slots. */
  slots: readonly string[];
};

/**
 * Reads the original GLB if every client can display it: nothing was repaired, it is valid and
 * self-contained.
 * @returns `null` otherwise.
 */
export async function validOriginal(candidate: Candidate): Promise<Uint8Array<ArrayBuffer> | null> {
  if (!looksSound(candidate)) {
    return null;
  }
  const original = await candidate.read();
  return isSelfContained(candidate.json, original) && (await isValid(original)) ? original : null;
}

/**
 * Returns the original GLB if it is sound and its compressed size is not above that of the optimised one,
 * otherwise `null`.
 */
export async function smallerOriginal({
  optimized,
  ...candidate
}: Candidate & { optimized: Uint8Array<ArrayBuffer> }): Promise<Uint8Array<ArrayBuffer> | null> {
  // A file more than four times as large cannot win after compression.
  if (candidate.bytes > optimized.length * 4) {
    return null;
  }
  const original = await validOriginal(candidate);
  return original && gzipSync(original).length <= gzipSync(optimized).length ? original : null;
}

function looksSound({ json, report, slots }: Candidate): boolean {
  const isUntouched = Object.values(report).every((lines) => lines.length === 0);
  const names = (json.materials ?? []).map(({ name = '' }) => name);
  const isReadable = !(json.extensionsUsed ?? []).some((extension) => FOREIGN.test(extension));
  const isNamed = slots.length === names.length && slots.every((slot, i) => slot === names[i]);
  return isUntouched && isReadable && isNamed && json.scenes?.length === 1;
}

/** Whether the GLB contains all its data and nothing follows its end. */
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
