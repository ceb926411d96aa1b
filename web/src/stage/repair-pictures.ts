import { type ImportMessage, importMessage } from '@diorama/shared/domain/import-message.ts';
import { looksLikeNormals } from '@diorama/shared/domain/looks-like-normals.ts';
import { DataTexture, type MeshStandardMaterial } from 'three';
import { addAlpha, arePlacedAlike, pixelsOf, sizeOf, withPixels } from './pixels.ts';

const HEIGHTS = importMessage('lost.height-maps');
const CHANNELS = 'rgba';
const OPAQUE = 255;
/** The channel of a picture that is read, and that in which glTF expects it. */
type ChannelChange = { from: string; to: string };
const ALPHAS = importMessage('lost.transparency-maps');

/**
 * Converts pictures of a material to glTF's form, in place: opacity becomes part of the base colour, and a bump map
 * becomes a normal map.
 * @param lost - receives features without a glTF equivalent.
 */
export function repairPictures(material: MeshStandardMaterial, lost: Set<ImportMessage>): void {
  mendChannels(material);
  mendAlpha(material, lost);
  mendRelief(material, lost);
  invertGlossiness(material);
  for (const slot of ['metalnessMap', 'roughnessMap'] as const) {
    const texture = material[slot];
    // The exporter joins these two and draws only images.
    if (texture instanceof DataTexture) {
      material[slot] = withPixels(texture, pixelsOf(texture));
    }
  }
}

/** Moves numbers to the channels in which glTF reads them. */
function mendChannels(material: MeshStandardMaterial): void {
  for (const slot of ['roughnessMap', 'metalnessMap', 'aoMap', 'alphaMap'] as const) {
    const texture = material[slot];
    const channels: ChannelChange | undefined = texture?.userData.channels;
    if (!texture || !channels) {
      continue;
    }
    const pixels = pixelsOf(texture);
    const [from, to] = [CHANNELS.indexOf(channels.from), CHANNELS.indexOf(channels.to)];
    for (let at = 0; at < pixels.data.length; at += 4) {
      pixels.data[at + to] = pixels.data[at + from] ?? 0;
      pixels.data[at + CHANNELS.indexOf('a')] = OPAQUE;
    }
    material[slot] = withPixels(texture, pixels);
  }
}

/** Inverts a glossiness map into a roughness map. */
function invertGlossiness(material: MeshStandardMaterial): void {
  const { roughnessMap } = material;
  if (roughnessMap?.userData.isGlossiness !== true) {
    return;
  }
  const pixels = pixelsOf(roughnessMap);
  pixels.data.forEach((value, at) => {
    pixels.data[at] = at % 4 === 3 ? value : 255 - value;
  });
  material.roughnessMap = withPixels(roughnessMap, pixels);
}

function mendAlpha(material: MeshStandardMaterial, lost: Set<ImportMessage>): void {
  const { map, alphaMap } = material;
  material.alphaMap = null;
  if (!alphaMap) {
    return;
  }
  if (map && !arePlacedAlike(map, alphaMap)) {
    lost.add(ALPHAS);
    return;
  }
  const size = sizeOf(map ?? alphaMap);
  const colors = map ? pixelsOf(map) : whiteOf(size);
  addAlpha(colors.data, pixelsOf(alphaMap, size).data);
  material.map = withPixels(map ?? alphaMap, colors);
  material.transparent = true;
}

function whiteOf({ width, height }: { width: number; height: number }): ImageData {
  return new ImageData(new Uint8ClampedArray(width * height * 4).fill(255), width, height);
}

function mendRelief(material: MeshStandardMaterial, lost: Set<ImportMessage>): void {
  const { bumpMap, displacementMap } = material;
  material.bumpMap = null;
  material.displacementMap = null;
  const isNormals = bumpMap !== null && looksLikeNormals(pixelsOf(bumpMap).data, 4);
  if (isNormals && !material.normalMap) {
    material.normalMap = bumpMap;
  }
  if ((bumpMap && !isNormals) || displacementMap) {
    lost.add(HEIGHTS);
  }
}
