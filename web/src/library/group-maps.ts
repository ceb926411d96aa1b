import type { ImportFile } from '../files/import-set.ts';
import type { MapChange } from './change-map.ts';
import {
  folderNameOf,
  type MapName,
  type MapReading,
  mapStemOf,
  type Part,
  readMapName,
} from './read-map-name.ts';

/** Pictures of one material. */
export type MaterialFiles = {
  name: string;
  /** One picture may contain several maps in its channels. */
  maps: Partial<Record<MapName, File>>;
  /** Conversion of each map's picture before its upload. */
  changes: Partial<Record<MapName, MapChange>>;
};

export type GroupedMaps = {
  materials: MaterialFiles[];
  /** Pictures without a use in a material. */
  unused: File[];
};

/** `plain` is a picture without a map in its name; it is the colour if no other is. */
type Parts = Partial<Record<Part | 'plain', File>>;
type Group = { name: string; parts: Parts };

/** Channel packing of glTF: occlusion in red, roughness in green, metalness in blue. */
const PACKED = { orm: ['ao', 'roughness', 'metalness'], metalRough: ['roughness', 'metalness'] } as const;
/** Pictures that can be converted into a map, the best first. Heights and gloss need other maps of the same set. */
const CHANGED = [
  { part: 'normalDx', map: 'normal', change: 'turnGreen', needsOthers: false },
  { part: 'height', map: 'normal', change: 'slopes', needsOthers: true },
  { part: 'gloss', map: 'roughness', change: 'invert', needsOthers: true },
] as const satisfies { part: Part; map: MapName; change: MapChange; needsOthers: boolean }[];
/** Formats that no browser decodes, so that their pixels cannot be converted here. */
const UNREADABLE = /\.tga$/i;

/**
 * Sorts pictures into materials by their names. `oak_color.jpg` and `oak_normal.jpg` in one folder are one material. A
 * folder's bare `color.jpg` and `normal.jpg` are a material named after the folder. A picture without a map in its name
 * is the colour of a separate material. If a set has the same name, it is that set's colour, or an ignored
 * preview. Of two pictures for the same map the first by name wins. A separate map wins over a channel of a
 * packed picture. OpenGL normals win over DirectX normals, and both over heights.
 */
export function groupMaps(files: readonly ImportFile[]): GroupedMaps {
  const readings = files.map(({ file, path }) => ({ file, path, ...readMapName(path) }));
  const named = setsOf(readings);
  // A picture with the name of a set starts no set: `rusted_metal.png` is no metalness beside `rusted_metal_color.png`.
  const sets = setsOf(readings.filter(({ folder, whole }) => !named.has(keyOf(folder, whole))));
  const groups = new Map<string, Group>();
  for (const reading of readings) {
    const { key, part, name } = placeOf(reading, sets);
    const group = groups.get(key) ?? { name, parts: {} };
    group.parts[part] = firstByName(group.parts[part], reading.file);
    groups.set(key, group);
  }
  const materials = [...groups.values()]
    .map(({ name, parts }) => materialOf(name, parts))
    .filter(({ maps }) => Object.keys(maps).length > 0);
  const used = new Set(materials.flatMap(({ maps }) => Object.values(maps)));
  return { materials, unused: files.map(({ file }) => file).filter((file) => !used.has(file)) };
}

type Reading = MapReading & { path: string };
/** Sets of pictures by key, from their names alone. */
type Sets = ReadonlyMap<string, { name: string; parts: ReadonlySet<Part> }>;

function setsOf(readings: readonly Reading[]): Sets {
  const sets = new Map<string, { name: string; parts: Set<Part> }>();
  for (const { folder, base, part, path } of readings) {
    if (part !== null) {
      const key = keyOf(folder, base);
      const set = sets.get(key) ?? { name: displayNameOf(base || folderNameOf(path)), parts: new Set() };
      set.parts.add(part);
      sets.set(key, set);
    }
  }
  return sets;
}

function placeOf(reading: Reading, sets: Sets): { key: string; part: Part | 'plain'; name: string } {
  const { folder, base, part, whole } = reading;
  const called = findSet(reading, sets);
  if (called !== undefined) {
    return { key: called, part: 'plain', name: sets.get(called)?.name ?? '' };
  }
  const key = keyOf(folder, base);
  if (part !== null && (base !== '' || isOfBareSet(reading, sets))) {
    return { key, part, name: sets.get(key)?.name ?? '' };
  }
  const own = base || whole;
  return { key: keyOf(`${folder}/`, own), part: 'plain', name: displayNameOf(own) };
}

/** Returns the set with the same name as the picture, such as a preview, regardless of its map suffix. */
function findSet({ folder, whole }: Reading, sets: Sets): string | undefined {
  const key = keyOf(folder, whole);
  if (sets.has(key)) {
    return key;
  }
  return [...sets].find(
    ([other, { parts }]) => other.startsWith(`${key} `) && parts.has('color') && parts.size > 1,
  )?.[0];
}

/**
 * Whether a bare name is a map suffix, by its folder or by other files beside it. A lone `metal.png` may be
 * the name of a material.
 */
function isOfBareSet({ folder, whole }: Reading, sets: Sets): boolean {
  const beside = sets.get(keyOf(folder, ''))?.parts.size ?? 0;
  return beside > 1 || (folder !== '' && whole.toLowerCase() !== 'metal');
}

function keyOf(folder: string, words: string): string {
  return `${folder}/${words.toLowerCase()}`;
}

function firstByName(one: File | undefined, other: File): File {
  const isFirst =
    one === undefined ||
    mapStemOf(other.name).localeCompare(mapStemOf(one.name), undefined, {
      numeric: true,
      sensitivity: 'base',
    }) < 0;
  return isFirst ? other : one;
}

function materialOf(name: string, parts: Parts): MaterialFiles {
  const { orm, metalRough, normalDx, height, gloss, left: _, plain, ...own } = parts;
  const maps: MaterialFiles['maps'] = {
    ...(plain && { color: plain }),
    ...spread(PACKED.orm, orm),
    ...spread(PACKED.metalRough, metalRough),
    ...own,
  };
  const changes: MaterialFiles['changes'] = {};
  for (const { part, map, change, needsOthers } of CHANGED) {
    const file = parts[part];
    const isApplicable = !needsOthers || Object.keys(maps).length > 0;
    if (file && isApplicable && maps[map] === undefined && !UNREADABLE.test(file.name)) {
      maps[map] = file;
      changes[map] = change;
    }
  }
  return { name, maps, changes };
}

function spread(maps: readonly MapName[], file: File | undefined): Partial<Record<MapName, File>> {
  return file ? Object.fromEntries(maps.map((map) => [map, file])) : {};
}

/** Display name of a file: `wood-oak_01.png` is `Wood oak 01`. */
export function displayNameOf(fileName: string): string {
  const words = mapStemOf(fileName)
    .replace(/[_\-.]+/g, ' ')
    .trim();
  return (words.charAt(0).toUpperCase() + words.slice(1)).slice(0, 120) || 'Material';
}
