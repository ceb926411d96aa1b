import { readFile } from 'node:fs/promises';
import { type GltfContainer, readGlbContainer } from './gltf-container.ts';
import { GLB_BUFFER, type GltfResources } from './gltf-resources.ts';
import { addDemands, gltfDemand, type MemoryDemand, NO_DEMAND, pictureBytes } from './memory-need.ts';

const GLB_MAGIC = 'glTF';

/** Memory demand of a scene's outputs: all assets are held, and pictures are processed one by one. */
export async function sceneDemand(
  assets: readonly { path: string }[],
  documentBytes: number,
): Promise<MemoryDemand> {
  let demand: MemoryDemand = { ...NO_DEMAND, json: documentBytes };
  for (const { path } of assets) {
    demand = addDemands(demand, await assetDemand(path));
  }
  return demand;
}

/** Memory demand of one asset: a GLB written by the importer, or a picture. */
export async function assetDemand(path: string): Promise<MemoryDemand> {
  const bytes = new Uint8Array(await readFile(path));
  if (Buffer.from(bytes.subarray(0, GLB_MAGIC.length)).toString('latin1') !== GLB_MAGIC) {
    return { ...NO_DEMAND, files: bytes.length, picture: await pictureBytes(path) };
  }
  const { json, binary } = openOrEmpty(bytes);
  const files: GltfResources['files'] = binary ? { [GLB_BUFFER]: binary } : {};
  const bufferBytes = binary ? [binary.length] : [];
  return gltfDemand(json, { files, bufferBytes }, bytes.length - (binary?.length ?? 0));
}

/** A scene leaves out an unreadable asset, which is detected when it is read. */
function openOrEmpty(bytes: Uint8Array<ArrayBuffer>): GltfContainer {
  try {
    return readGlbContainer(bytes);
  } catch {
    return { json: { asset: { version: '2.0' } }, binary: null };
  }
}
