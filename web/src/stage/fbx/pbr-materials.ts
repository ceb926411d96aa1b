import { type ImportMessage, importMessage } from '@diorama/shared/domain/import-message.ts';
import {
  Color,
  DoubleSide,
  type Material,
  Mesh,
  MeshPhongMaterial,
  MeshPhysicalMaterial,
  MeshStandardMaterial,
  NoColorSpace,
  type Object3D,
  type Texture,
  UVMapping,
} from 'three';
import { blenderSlotOf, readBlenderValues } from './blender-materials.ts';
import {
  type FbxGraph,
  type FbxLink,
  fbxNameOf,
  idValue,
  linksOf,
  objectsOf,
  removeLinks,
} from './fbx-graph.ts';
import { childOf, type FbxNode, textAt } from './fbx-node.ts';
import {
  hasPbrProperties,
  isMapOn,
  type PbrSlot,
  type PbrValues,
  readPbrValues,
  slotOf,
} from './pbr-properties.ts';

/**
 * Relations by which three.js' loader finds pictures of PBR slots. The loader supports only Phong materials, so
 * roughness and metalness use two Phong slots.
 */
const RELATIONS: Partial<Record<PbrSlot, string>> = {
  color: 'DiffuseColor',
  emission: 'EmissiveColor',
  emissionWeight: 'EmissiveColor',
  normal: 'NormalMap',
  bump: 'Bump',
  occlusion: 'Maya|TEX_ao_map',
  opacity: 'TransparentColor',
  roughness: 'SpecularColor',
  glossiness: 'SpecularColor',
  metalness: 'ReflectionColor',
};
/** Luminance that counts as an emission of 1, in nits. */
const NITS = 1_000;
const DEFAULT_ROUGHNESS = 0.5;
const DEFAULT_IOR = 1.5;
/** Limit of chained correction textures. */
const MAX_CHAIN = 16;

type PbrMaterial = { name: string; values: PbrValues };

/**
 * Materials of other applications, which FBX's shading models cannot express, by their temporary names during loading.
 */
type PbrMaterials = ReadonlyMap<string, PbrMaterial>;

/**
 * Prepares materials of other applications for three.js' loader, in place: it reads their pictures by the relations of
 * Phong materials.
 * @param dropped - receives unsupported features.
 */
export function preparePbrMaterials(
  graph: FbxGraph,
  { isBlender, dropped }: { isBlender: boolean; dropped: ImportMessage[] },
): PbrMaterials {
  const links = linksOf(graph);
  const prepared = new Map<string, PbrMaterial>();
  const nodes = new Map<number, FbxNode>();
  for (const [id, node] of objectsOf(graph, 'Material')) {
    const hasOwn = hasPbrProperties(node);
    if (hasOwn || isBlender) {
      const key = `pbr-material-${id}`;
      const values = hasOwn ? readPbrValues(node) : readBlenderValues(node);
      prepared.set(key, { name: fbxNameOf(node), values });
      node.values[1] = { kind: 'text', value: `${key}\0\u0001Material` };
      nodes.set(id, node);
    }
  }
  const pictures = picturesOf(graph, links);
  const phongSlot = isBlender ? blenderSlotOf : phongSlotOf;
  const named = new Set(links.map(({ to, relation }) => `${to} ${slotOf(relation)}`));
  const gone = new Set<FbxNode>();
  const lost = new Set<string>();
  for (const { from, to, relation, node } of links) {
    const material = nodes.get(to);
    if (!material || relation === '') {
      continue;
    }
    const slot = slotOf(relation) ?? phongSlot(relation);
    // Applications repeat the picture of a property as that of a Phong material.
    const isRepeated = slot !== null && !relation.includes('|') && named.has(`${to} ${slot}`);
    const known = slot && RELATIONS[slot];
    const picture = pictures.find(from);
    if (isRepeated || !isMapOn(material, relation) || !pictures.has(from)) {
      gone.add(node);
    } else if (known && picture !== undefined) {
      node.values[1] = idValue(picture);
      node.values[3] = { kind: 'text', value: known };
    } else {
      gone.add(node);
      lost.add(prepared.get(`pbr-material-${to}`)?.name ?? '');
    }
  }
  removeLinks(graph, gone);
  for (const name of lost) {
    dropped.push(importMessage('lost.property-pictures', { name }));
  }
  return prepared;
}

/** Slots of the properties of Phong materials. */
const PHONG_SLOTS: Readonly<Record<string, PbrSlot>> = {
  DiffuseColor: 'color',
  EmissiveColor: 'emission',
  NormalMap: 'normal',
  Bump: 'bump',
  TransparentColor: 'opacity',
  TransparencyFactor: 'opacity',
};

function phongSlotOf(relation: string): PbrSlot | null {
  return PHONG_SLOTS[relation] ?? null;
}

/**
 * Pictures behind textures: applications insert textures without a file, which correct others or mix several.
 * `find` returns the id of the picture at the end of a chain. `has` finds pictures in mixes too.
 */
function picturesOf(graph: FbxGraph, links: readonly FbxLink[]) {
  const textures = new Map([...objectsOf(graph, 'Texture'), ...objectsOf(graph, 'LayeredTexture')]);
  const sources = Map.groupBy(
    links.filter(({ from, to }) => textures.has(from) && textures.has(to)),
    ({ to }) => to,
  );
  const isPicture = (id: number) => {
    const texture = textures.get(id);
    return texture !== undefined && (texture.name === 'LayeredTexture' || hasFile(texture));
  };
  return {
    find: (id: number): number | undefined => {
      let at: number | undefined = id;
      for (let step = 0; step < MAX_CHAIN && at !== undefined && !isPicture(at); step += 1) {
        at = sources.get(at)?.[0]?.from;
      }
      return at !== undefined && isPicture(at) ? at : undefined;
    },
    has: (id: number): boolean => {
      const seen = new Set([id]);
      // Grows while it is walked.
      for (const at of seen) {
        for (const { from } of sources.get(at) ?? []) {
          seen.add(from);
        }
      }
      return [...seen].some(isPicture);
    },
  };
}

function hasFile(texture: FbxNode): boolean {
  return ['FileName', 'RelativeFilename'].some((name) => textAt(childOf(texture, name) ?? texture, 0) !== '');
}

/** Replaces the loader's materials by the original PBR materials. */
export function applyPbrMaterials(root: Object3D, prepared: PbrMaterials): void {
  const made = new Map<Material, Material>();
  const convert = (material: Material): Material => {
    const pbr = prepared.get(material.name);
    if (!pbr || !(material instanceof MeshPhongMaterial)) {
      return material;
    }
    const known = made.get(material) ?? pbrMaterial(material, pbr);
    made.set(material, known);
    return known;
  };
  root.traverse((object) => {
    if (object instanceof Mesh) {
      object.material = Array.isArray(object.material)
        ? object.material.map(convert)
        : convert(object.material);
    }
  });
}

function pbrMaterial(loaded: MeshPhongMaterial, { name, values }: PbrMaterial): MeshStandardMaterial {
  const isPhysical = [values.coat, values.sheen, values.sheenColor, values.transmission].some((value) =>
    isPositive(value),
  );
  const material = isPhysical ? new MeshPhysicalMaterial() : new MeshStandardMaterial();
  material.name = name;
  material.map = loaded.map;
  material.normalMap = loaded.normalMap;
  material.bumpMap = loaded.bumpMap;
  material.aoMap = loaded.aoMap;
  material.alphaMap = loaded.alphaMap;
  material.emissiveMap = loaded.emissiveMap;
  material.roughnessMap = asNumbers(loaded.specularMap);
  material.metalnessMap = asNumbers(loaded.envMap);
  material.color = colorOf(loaded.map ? undefined : values.color).multiplyScalar(
    shareOf(values.colorWeight, 1),
  );
  material.metalness = loaded.envMap ? 1 : shareOf(values.metalness, 0);
  material.roughness = loaded.specularMap ? 1 : roughnessOf(values);
  if (material.roughnessMap) {
    material.roughnessMap.userData.isGlossiness = isGlossiness(values);
  }
  setEmission(material, loaded, values);
  const opacity = loaded.alphaMap ? 1 : Math.min(1, Math.max(0, average(values.opacity, 1)));
  material.opacity = opacity;
  material.transparent = opacity < 1 || loaded.alphaMap !== null;
  material.side = isPositive(values.isDoubleSided) ? DoubleSide : loaded.side;
  material.vertexColors = loaded.vertexColors;
  if (material instanceof MeshPhysicalMaterial) {
    setLayers(material, values);
  }
  return material;
}

function isGlossiness(values: PbrValues): boolean {
  return (
    isPositive(values.isRoughnessInverted) ||
    (values.roughness === undefined && values.glossiness !== undefined)
  );
}

function roughnessOf(values: PbrValues): number {
  const value = shareOf(values.roughness ?? values.glossiness, DEFAULT_ROUGHNESS);
  return isGlossiness(values) ? 1 - value : value;
}

function setEmission(material: MeshStandardMaterial, loaded: MeshPhongMaterial, values: PbrValues): void {
  const hasColor = values.emission !== undefined || loaded.emissiveMap !== null;
  const luminance =
    values.emissionLuminance === undefined ? 1 : numberOf(values.emissionLuminance, NITS) / NITS;
  const weight = hasColor ? numberOf(values.emissionWeight, 1) * luminance : 0;
  const color = loaded.emissiveMap ? [1] : (values.emission ?? [1]);
  // The part of a colour beyond white becomes intensity.
  const brightest = Math.max(1, ...color);
  material.emissive = weight > 0 ? colorOf(color.map((part) => part / brightest)) : new Color(0);
  material.emissiveIntensity = weight > 0 ? weight * brightest : 1;
}

function setLayers(material: MeshPhysicalMaterial, values: PbrValues): void {
  material.clearcoat = shareOf(values.coat, 0);
  material.clearcoatRoughness = shareOf(values.coatRoughness, 0);
  material.transmission = shareOf(values.transmission, 0);
  material.ior = Math.max(1, numberOf(values.ior, DEFAULT_IOR));
  material.sheen = shareOf(values.sheen, isPositive(values.sheenColor) ? 1 : 0);
  material.sheenColor = colorOf(values.sheenColor);
  material.sheenRoughness = shareOf(values.sheenRoughness, 1);
}

/** Copies a data texture that the loader marked as sRGB; other materials may use the same picture for colours. */
function asNumbers(texture: Texture | null): Texture | null {
  const numbers = texture?.clone() ?? null;
  if (numbers) {
    numbers.colorSpace = NoColorSpace;
    numbers.mapping = UVMapping;
  }
  return numbers;
}

/** Linear colour of a value; white without one. */
function colorOf(value: readonly number[] | undefined): Color {
  const [red = 1, green = red, blue = green] = value ?? [];
  const clamped = [red, green, blue].map((part) => Math.min(1, Math.max(0, part)));
  return new Color().fromArray(clamped);
}

function numberOf(value: readonly number[] | undefined, fallback: number): number {
  return Math.max(0, value?.[0] ?? fallback);
}

function shareOf(value: readonly number[] | undefined, fallback: number): number {
  return Math.min(1, numberOf(value, fallback));
}

function average(value: readonly number[] | undefined, fallback: number): number {
  const parts = value?.slice(0, 3) ?? [];
  return parts.length === 0 ? fallback : parts.reduce((sum, part) => sum + part, 0) / parts.length;
}

function isPositive(value: readonly number[] | undefined): boolean {
  return value?.slice(0, 3).some((part) => part > 0) === true;
}
