import { propertyOf } from './fbx-graph.ts';
import { childOf, type FbxFile, type FbxNode, textAt } from './fbx-node.ts';
import type { PbrSlot, PbrValues } from './pbr-properties.ts';

/** First version with the Principled BSDF in FBX files. */
const FIRST = { major: 2, minor: 80 } as const;
const CREATOR = /^Blender \(.*?\) - (\d+)\.(\d+)/;
/** Blender writes the shininess (10 · (1 − roughness))². */
const GLOSS = 10;

/** Slots of a Principled BSDF by the properties of Phong materials that Blender writes it into. */
const SLOTS: Readonly<Record<string, PbrSlot>> = {
  DiffuseColor: 'color',
  ShininessExponent: 'roughness',
  ReflectionFactor: 'metalness',
  NormalMap: 'normal',
  EmissiveColor: 'emission',
  TransparencyFactor: 'opacity',
};

/**
 * Whether a file's Phong materials contain the values of Blender's Principled BSDF.
 * @see https://projects.blender.org/blender/blender-addons/src/branch/main/io_scene_fbx/export_fbx_bin.py
 */
export function isFromBlender(file: FbxFile): boolean {
  const header = file.nodes.find(({ name }) => name === 'FBXHeaderExtension');
  const creators = [file.nodes.find(({ name }) => name === 'Creator'), childOf(header, 'Creator')];
  return creators.some((creator) => {
    const [, major, minor] = CREATOR.exec(creator ? textAt(creator, 0) : '') ?? [];
    return Number(major) > FIRST.major || (Number(major) === FIRST.major && Number(minor) >= FIRST.minor);
  });
}

/** Reads the values of a Principled BSDF, whose colours are linear. */
export function readBlenderValues(material: FbxNode): PbrValues {
  const read = (name: string) => propertyOf(material, name) ?? undefined;
  const [shininess] = read('Shininess') ?? read('ShininessExponent') ?? [];
  const [transparency] = read('TransparencyFactor') ?? [];
  return {
    color: read('DiffuseColor'),
    metalness: read('ReflectionFactor'),
    roughness: shininess === undefined ? undefined : [1 - Math.sqrt(Math.max(0, shininess)) / GLOSS],
    emission: read('EmissiveColor'),
    emissionWeight: read('EmissiveFactor'),
    opacity: transparency === undefined ? undefined : [1 - transparency],
  };
}

/** The slot of a picture's relation. */
export function blenderSlotOf(relation: string): PbrSlot | null {
  return SLOTS[relation] ?? null;
}
