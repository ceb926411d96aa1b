import { gzipSync } from 'node:zlib';
import type { ImportReport } from '@diorama/shared/contract/assets.ts';
import { assertValidGlb } from '../output/write-glb.ts';
import type { GltfContainer } from './gltf-container.ts';

/** What the viewer does not read, or reads in another way than it is shown elsewhere. */
const FOREIGN =
  /^(KHR_draco_mesh_compression|KHR_texture_basisu|KHR_materials_pbrSpecularGlossiness|EXT_texture_avif|MSFT_.*)$/;

/** Where a GLB says how long it is. */
const LENGTH_AT = 8;

type Candidate = {
  original: Uint8Array<ArrayBuffer>;
  json: GltfContainer['json'];
  /** What the import did to it. */
  report: ImportReport;
  /** The names by which its materials are known. */
  slots: readonly string[];
  optimized: Uint8Array<ArrayBuffer>;
};

/**
 * Whether a GLB is better shown as it came: nothing had to be mended, it is read everywhere, and what it became is no
 * smaller on its way.
 */
export async function isBetterAsItCame({
  original,
  json,
  report,
  slots,
  optimized,
}: Candidate): Promise<boolean> {
  const isUntouched = Object.values(report).every((lines) => lines.length === 0);
  const names = (json.materials ?? []).map(({ name = '' }) => name);
  const isReadable = !(json.extensionsUsed ?? []).some((extension) => FOREIGN.test(extension));
  const isNamed = slots.length === names.length && slots.every((slot, i) => slot === names[i]);
  const isOneScene = (json.scenes?.length ?? 0) === 1;
  // A file many times as large needs no closer look.
  const isSound = isUntouched && isReadable && isNamed && isOneScene && isSelfContained(json, original);
  if (!isSound || original.length > optimized.length * 4) {
    return false;
  }
  return gzipSync(original).length <= gzipSync(optimized).length && (await isValid(original));
}

/** Whether all it needs is in it, and nothing else is. */
function isSelfContained(json: Candidate['json'], original: Candidate['original']): boolean {
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
