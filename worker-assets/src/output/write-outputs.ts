import { dequantize } from '@gltf-transform/functions';
import type { BuiltScene } from './build-gltf.ts';
import type { GltfIo } from './gltf-io.ts';
import type { ImageEncoder } from './images.ts';
import { measure } from './measure.ts';
import { optimize } from './optimize.ts';
import { writeGlb } from './write-glb.ts';
import { writeUsdz } from './write-usdz.ts';

/** Everything a scene is handed out as. */
export type SceneOutputs = {
  glb: Uint8Array;
  /** The lighter one for phones. */
  mobile: Uint8Array;
  usdz: Uint8Array;
  stats: { triangles: number; drawCalls: number; textures: number; dropped: number };
};

type OutputInput = {
  /** Makes the scene's glTF anew: each output changes its document in its own way. */
  build: () => Promise<BuiltScene>;
  io: GltfIo;
  encodeImage: ImageEncoder;
  arPlacement: 'floor' | 'wall';
};

/** Writes the GLB, the lighter GLB and the USDZ of one scene; all three come from the same glTF document. */
export async function writeOutputs({
  build,
  io,
  encodeImage,
  arPlacement,
}: OutputInput): Promise<SceneOutputs> {
  const forPhones = await build();
  // AR readers know neither quantised nor compressed geometry.
  await forPhones.document.transform(dequantize());
  const usdz = await writeUsdz(forPhones.document, { encodeImage, arPlacement });

  const desktop = await build();
  const optimized = await optimize(desktop.document, { encodeImage, target: 'desktop', purpose: 'scene' });
  const glb = await writeGlb(desktop.document, io);

  const light = await build();
  await optimize(light.document, { encodeImage, target: 'mobile', purpose: 'scene' });
  const mobile = await writeGlb(light.document, io);

  const dropped = desktop.dropped + optimized.dropped + usdz.dropped;
  return { glb, mobile, usdz: usdz.bytes, stats: { ...measure(desktop.document), dropped } };
}
