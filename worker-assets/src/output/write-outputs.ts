import { type Credits, copyrightOf, LICENSES } from '@diorama/shared/domain/licenses.ts';
import type { OptionTexts } from '@diorama/shared/scene/options/option-texts.ts';
import type { Document } from '@gltf-transform/core';
import { KHRXMP } from '@gltf-transform/extensions';
import type { BuiltScene } from './build-gltf.ts';
import { EncodedPictures } from './encoded-pictures.ts';
import { addOptions } from './gltf/scene-texts.ts';
import type { GltfIo } from './gltf-io.ts';
import { measure, type SceneCost } from './measure.ts';
import type { OptionalSteps } from './optional-steps.ts';
import { plainGeometry } from './plain-geometry.ts';
import { TextureFiles } from './texture-files.ts';
import { type UsdzOptions, writeUsdz } from './write-usdz.ts';
import { writeVariants } from './write-variants.ts';

const CONTEXT = { dc: 'http://purl.org/dc/elements/1.1/', xmpRights: 'http://ns.adobe.com/xap/1.0/rights/' };

/** All output files of a scene. */
export type SceneOutputs = {
  glb: Uint8Array;
  /** The smaller file for phones. */
  mobile: Uint8Array;
  /** The file for AR on Android, which supports few extensions; null when the smaller file has none. */
  ar: Uint8Array | null;
  usdz: Uint8Array;
  stats: SceneCost & { dropped: number };
};

/** Settings of a scene that its files hold. */
export type OutputSettings = Pick<UsdzOptions, 'arPlacement'> & {
  credits: Credits;
  /** The options of the scene; none by default. */
  options?: readonly OptionTexts[];
};

type OutputInput = {
  scene: BuiltScene;
  io: GltfIo;
  settings: OutputSettings;
  /** A folder for temporary texture files. */
  dir: string;
  /** Encoded pictures to use again. */
  pictures?: EncodedPictures;
  /** Steps of optimisation to run; all by default. */
  steps?: OptionalSteps;
};

/** Writes the GLBs and the USDZ of one scene from the same glTF document, so that they agree. */
export async function writeOutputs({
  scene,
  io,
  settings,
  dir,
  pictures = new EncodedPictures(),
  steps,
}: OutputInput): Promise<SceneOutputs> {
  const { document } = scene;
  writeCredits(document, settings.credits);
  addOptions(document, settings.options ?? []);
  const files = new TextureFiles(dir, pictures);
  await files.layDown(document);
  await plainGeometry(document);
  const { playing, annotations } = scene;
  const usdz = await writeUsdz(document, { ...settings, files, playing, annotations });
  const { glb, mobile, plain, optimized } = await writeVariants(document, {
    io,
    files,
    steps,
    purpose: 'scene',
  });
  // The USDZ contains the animation that plays alone.
  const dropped = scene.dropped + Math.max(optimized.dropped, usdz.dropped + scene.stillClips);
  return { glb, mobile, ar: plain, usdz: usdz.bytes, stats: { ...measure(document), dropped } };
}

/** Names title, creator and licence in a glTF document: `asset.copyright`, and KHR_xmp_json_ld for catalogues. */
function writeCredits(document: Document, credits: Credits): void {
  const copyright = copyrightOf(credits);
  document.getRoot().getAsset().copyright = copyright;
  const packet = document
    .createExtension(KHRXMP)
    .createPacket()
    .setContext(CONTEXT)
    .setProperty('dc:title', { '@language': 'x-default', '@value': credits.title })
    .setProperty('dc:creator', { '@list': [credits.creator] })
    .setProperty('dc:rights', { '@language': 'x-default', '@value': copyright });
  const terms = LICENSES[credits.license];
  if (terms !== null) {
    packet.setProperty('xmpRights:WebStatement', terms.url);
  }
  document.getRoot().setExtension('KHR_xmp_json_ld', packet);
}
