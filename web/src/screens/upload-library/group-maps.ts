/** What a picture can be for in a material, in the order in which forms show it. */
export const MAPS = ['color', 'roughness', 'metalness', 'normal', 'emissive', 'ao', 'opacity'] as const;
export type MapName = (typeof MAPS)[number];

/** The pictures of one material. */
export type MaterialFiles = { name: string; maps: Partial<Record<MapName, File>> };

/** How makers of textures end their files' names. */
const ENDINGS: Record<MapName, RegExp> = {
  color: /^(base_?colou?r|colou?r|albedo|diff(use)?|basecolor|col)$/,
  roughness: /^(rough(ness)?|rgh)$/,
  metalness: /^(metal(lic|ness)?|met)$/,
  normal: /^(nor(mal)?|nrm|normal_?(gl|opengl)|norm)$/,
  emissive: /^(emissive|emission|emit|glow)$/,
  ao: /^(ao|ambient_?occlusion|occlusion|occ)$/,
  opacity: /^(opacity|alpha|mask)$/,
};

/**
 * Sorts pictures into materials by their names: `oak_color.jpg` and `oak_normal.jpg` are one material. A picture whose
 * name says nothing is a material of its own, by its colour; of two for the same map the later one counts.
 */
export function groupMaps(files: readonly File[]): MaterialFiles[] {
  const groups = new Map<string, MaterialFiles>();
  for (const file of files) {
    const { base, map } = readName(file.name);
    const key = base.toLowerCase();
    const group = groups.get(key) ?? { name: nameOf(base), maps: {} };
    group.maps[map] = file;
    groups.set(key, group);
  }
  return [...groups.values()];
}

/** A name for people out of a file's: `wood-oak_01.png` is `Wood oak 01`. */
export function nameOf(fileName: string): string {
  const words = fileName
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .replace(/[_\-.]+/g, ' ')
    .trim();
  return (words.charAt(0).toUpperCase() + words.slice(1)).slice(0, 120) || 'Material';
}

function readName(fileName: string): { base: string; map: MapName } {
  const stem = fileName.replace(/\.[A-Za-z0-9]{1,5}$/, '').replace(/[_-]\d+k$/i, '');
  const parts = stem.split(/[_\-. ]+/);
  for (const taken of [2, 1]) {
    const ending = parts.slice(-taken).join('_').toLowerCase();
    const map = MAPS.find((name) => ENDINGS[name].test(ending));
    if (map && parts.length > taken) {
      return { base: parts.slice(0, -taken).join(' '), map };
    }
  }
  return { base: stem, map: 'color' };
}
