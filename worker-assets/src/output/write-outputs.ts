import { cloneDocument } from '@gltf-transform/functions';
import type { BuiltScene } from './build-gltf.ts';
import type { GltfIo } from './gltf-io.ts';
import type { ImageEncoder } from './images.ts';
import { measure, type SceneCost } from './measure.ts';
import { optimize } from './optimize.ts';
import { plainGeometry } from './plain-geometry.ts';
import { TextureFiles } from './texture-files.ts';
import { writeGlb } from './write-glb.ts';
import { writeUsdz } from './write-usdz.ts';

/** Everything a scene is handed out as. */
export type SceneOutputs = {
  glb: Uint8Array;
  /** The lighter one for phones. */
  mobile: Uint8Array;
  usdz: Uint8Array;
  stats: SceneCost & { dropped: number };
};

type OutputInput = {
  scene: BuiltScene;
  io: GltfIo;
  encodeImage: ImageEncoder;
  arPlacement: 'floor' | 'wall';
  /** A folder for the pictures while they are worked on. */
  dir: string;
};

/** Writes the GLB, the lighter GLB and the USDZ of one scene; all three come from the same glTF document, so they agree. */
export async function writeOutputs({
  scene,
  io,
  encodeImage,
  arPlacement,
  dir,
}: OutputInput): Promise<SceneOutputs> {
  const { document } = scene;
  const files = new TextureFiles(dir);
  await files.layDown(document);
  await plainGeometry(document);
  const usdz = await writeUsdz(document, { encodeImage, arPlacement, files, playing: scene.playing });
  const light = cloneDocument(document);
  const options = { encodeImage, files, purpose: 'scene' } as const;
  const optimized = await optimize(document, { ...options, target: 'desktop' });
  const glb = await writeGlb(document, io);
  await optimize(light, { ...options, target: 'mobile' });
  const mobile = await writeGlb(light, io);
  const dropped = scene.dropped + Math.max(optimized.dropped, usdz.dropped);
  return { glb, mobile, usdz: usdz.bytes, stats: { ...measure(document), dropped } };
}
