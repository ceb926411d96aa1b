import { type ImportMessage, importMessage } from '@diorama/shared/domain/import-message.ts';
import { looksLikeNormals } from '@diorama/shared/domain/looks-like-normals.ts';
import { lostPicturesOf, UNKNOWN_ROUGHNESS } from '@diorama/shared/domain/report-lines.ts';
import { Color, DataTexture, type Material, MeshPhongMaterial, MeshStandardMaterial, Texture } from 'three';
import { addAlpha, arePlacedAlike, pixelsOf, textureSizeOf, withPixels } from './pixels.ts';

const HEIGHTS = importMessage('lost.height-maps');
const CHANNELS = 'rgba';
const OPAQUE = 255;
const ALPHAS = importMessage('lost.transparency-maps');

const WHITE = 0xffffff;

/**
 * Converts an older material to the most similar metallic-roughness material. Pictures that failed to load are removed,
 * because the exporter cannot write them.
 * @param lost - receives unsupported features.
 */
export function toStandard(material: Material, lost: Set<ImportMessage>): Material {
  const standard = material instanceof MeshStandardMaterial ? material : fromOlder(material);
  // Some loaders leave the name undefined, which glTF readers reject.
  standard.name ??= '';
  if (leaveOutUnloaded(standard)) {
    lost.add(lostPicturesOf(standard.name));
  }
  repairPictures(standard, lost);
  return standard;
}

/** Converts a material whose pictures may still be loading. */
export function fromOlder(material: Material): MeshStandardMaterial {
  // All older materials of three.js share these fields.
  const old = material as MeshPhongMaterial;
  return new MeshStandardMaterial({
    name: old.name,
    color: old.map && isBlack(old.color) ? new Color(WHITE) : finite(old.color),
    map: old.map ?? null,
    alphaMap: old.alphaMap ?? null,
    normalMap: old.normalMap ?? null,
    bumpMap: old.bumpMap ?? null,
    displacementMap: old.displacementMap ?? null,
    emissive: finite(old.emissive),
    emissiveIntensity: finiteOr(old.emissiveIntensity, 1),
    emissiveMap: old.emissiveMap ?? null,
    aoMap: old.aoMap ?? null,
    alphaTest: old.alphaTest,
    transparent: old.transparent || old.opacity < 1,
    opacity: finiteOr(old.opacity, 1),
    side: old.side,
    vertexColors: old.vertexColors,
    roughness: material instanceof MeshPhongMaterial ? roughnessOf(material.shininess) : UNKNOWN_ROUGHNESS,
    metalness: 0,
  });
}

/** Resets for removed maps, whose factors alone would make the model metallic, glowing or transparent. */
const WITHOUT_MAP: Readonly<Record<string, (material: MeshStandardMaterial, texture: Texture) => void>> = {
  map: (material, { userData }) => {
    material.color.fromArray(fallbackOf(userData) ?? material.color.toArray());
    material.transparent = material.opacity < 1;
  },
  metalnessMap: (material) => {
    material.metalness = 0;
  },
  roughnessMap: (material) => {
    material.roughness = UNKNOWN_ROUGHNESS;
  },
  emissiveMap: (material, { userData }) => {
    material.emissive.fromArray(fallbackOf(userData) ?? [0, 0, 0]);
  },
  alphaMap: (material) => {
    material.transparent = material.opacity < 1;
  },
  clearcoatMap: (material) => Object.assign(material, { clearcoat: 0 }),
  transmissionMap: (material) => Object.assign(material, { transmission: 0 }),
  thicknessMap: (material) => Object.assign(material, { thickness: 0 }),
  iridescenceMap: (material) => Object.assign(material, { iridescence: 0 }),
  anisotropyMap: (material) => Object.assign(material, { anisotropy: 0 }),
  sheenColorMap: (material) => Object.assign(material, { sheenColor: new Color(0, 0, 0) }),
};

/** The colour that a USD texture has without its file, if it declares one. */
function fallbackOf({ fallback }: Texture['userData']): [number, number, number] | undefined {
  const [r, g, b]: unknown[] = Array.isArray(fallback) ? fallback : [];
  return typeof r === 'number' && typeof g === 'number' && typeof b === 'number' ? [r, g, b] : undefined;
}

/**
 * Removes pictures that failed to load, in place.
 * @returns whether there was one.
 */
function leaveOutUnloaded(material: MeshStandardMaterial): boolean {
  let isAnyUnloaded = false;
  for (const [slot, value] of Object.entries(material)) {
    if (value instanceof Texture && !isLoaded(value)) {
      isAnyUnloaded = true;
      Object.assign(material, { [slot]: null });
      WITHOUT_MAP[slot]?.(material, value);
    }
  }
  return isAnyUnloaded;
}

/** Roughness with the same highlight width as a Phong exponent. */
function roughnessOf(shininess: number): number {
  return Math.min(1, Math.sqrt(2 / (Math.max(0, finiteOr(shininess, 30)) + 2)));
}

/** Some programs write black as the colour of a material that has a picture; times black, it would not be seen. */
function isBlack(color: Color | undefined): boolean {
  return color?.toArray().every((part) => part === 0) === true;
}

/** Replaces NaN, which would be written as `null`; out-of-range values are fixed for all formats elsewhere. */
function finite(color: Color | undefined): Color | undefined {
  return color?.toArray().every(Number.isFinite) ? color : undefined;
}

function finiteOr(value: number | undefined, fallback: number): number {
  return value !== undefined && Number.isFinite(value) ? value : fallback;
}

function isLoaded(texture: Texture): boolean {
  // An image element or a bitmap has a width; a data texture has one even before its data.
  const image = texture.image as { width?: number; data?: unknown } | undefined;
  return Boolean(texture instanceof DataTexture ? image?.data : image?.width);
}

/** The channel of a picture that is read, and that in which glTF expects it. */
type ChannelChange = { from: string; to: string };

/**
 * Converts pictures of a material to glTF's form, in place: opacity becomes part of the base colour, and a bump map
 * becomes a normal map.
 * @param lost - receives features without a glTF equivalent.
 */
function repairPictures(material: MeshStandardMaterial, lost: Set<ImportMessage>): void {
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
  const size = textureSizeOf(map ?? alphaMap);
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
