/** What a picture can be for in a material, in the order in which forms show it. */
export const MAPS = ['color', 'roughness', 'metalness', 'normal', 'emissive', 'ao', 'opacity'] as const;
export type MapName = (typeof MAPS)[number];

/** The pictures of one material. */
export type MaterialFiles = {
  name: string;
  /** One picture may be several maps, each in a channel of its own. */
  maps: Partial<Record<MapName, File>>;
  /** Whether the normals are of the kind of DirectX, whose green is the other way round. */
  isDirectX: boolean;
};

export type GroupedMaps = {
  materials: MaterialFiles[];
  /** What materials have no place for. */
  unused: File[];
};

/** What pictures in sets are for beside maps: several at once, normals of the other kind, and heights. */
type Part = MapName | 'packed' | 'normalDx' | 'height';

/** How makers of textures end their files' names. */
const ENDINGS: Record<Part, RegExp> = {
  color: /^(base_?colou?r|colou?r|albedo|diff(use)?|col)$/,
  roughness: /^(rough(ness)?|rgh)$/,
  metalness: /^(metal(lic|ness)?|met)$/,
  normal: /^(nor(m(al)?)?|nrm)(_?(gl|opengl|ogl))?$/,
  emissive: /^(emissive|emission|emit|glow)$/,
  ao: /^(ao|ambient_?occlusion|occlusion|occ)$/,
  opacity: /^(opacity|alpha|mask)$/,
  packed: /^(orm|arm|occlusion_?roughness_?metal(lic|ness)?)$/,
  normalDx: /^(nor(m(al)?)?|nrm)_?(dx|directx)$/,
  height: /^(height|disp(lacement)?|bump|hgt)$/,
};
const PARTS: readonly Part[] = [...MAPS, 'packed', 'normalDx', 'height'];
/** Occlusion in red, roughness in green, metalness in blue, which is how materials read them. */
const PACKED = ['ao', 'roughness', 'metalness'] as const;
/** What no browser opens, so that its pixels cannot be turned here. */
const UNREADABLE = /\.tga$/i;

/**
 * Sorts pictures into materials by their names: `oak_color.jpg` and `oak_normal.jpg` are one material. A picture whose
 * name says nothing is a material of its own, by its colour; of two for the same map the later one counts. A map of its own
 * counts more than a channel of a packed picture, and normals of OpenGL's kind more than DirectX'.
 */
export function groupMaps(files: readonly File[]): GroupedMaps {
  const groups = new Map<string, { name: string; parts: Partial<Record<Part, File>> }>();
  for (const file of files) {
    const { base, part } = readName(file.name);
    const key = base.toLowerCase();
    const group = groups.get(key) ?? { name: nameOf(base), parts: {} };
    group.parts[part] = file;
    groups.set(key, group);
  }
  const materials: MaterialFiles[] = [];
  const used = new Set<File>();
  for (const { name, parts } of groups.values()) {
    const material = materialOf(name, parts);
    const maps = Object.values(material.maps);
    if (maps.length > 0) {
      materials.push(material);
    }
    for (const file of maps) {
      used.add(file);
    }
  }
  return { materials, unused: files.filter((file) => !used.has(file)) };
}

function materialOf(name: string, parts: Partial<Record<Part, File>>): MaterialFiles {
  const { packed, normalDx, height: _, ...maps } = parts;
  const isDirectX = !maps.normal && normalDx !== undefined && !UNREADABLE.test(normalDx.name);
  return {
    name,
    maps: {
      ...(packed && Object.fromEntries(PACKED.map((map) => [map, packed]))),
      ...(isDirectX && { normal: normalDx }),
      ...maps,
    },
    isDirectX,
  };
}

/** A name for people out of a file's: `wood-oak_01.png` is `Wood oak 01`. */
export function nameOf(fileName: string): string {
  const words = fileName
    .replace(/\.[A-Za-z0-9]{1,5}$/, '')
    .replace(/[_\-.]+/g, ' ')
    .trim();
  return (words.charAt(0).toUpperCase() + words.slice(1)).slice(0, 120) || 'Material';
}

function readName(fileName: string): { base: string; part: Part } {
  const stem = fileName.replace(/\.[A-Za-z0-9]{1,5}$/, '').replace(/[_-]\d+k$/i, '');
  const words = stem.split(/[_\-. ]+/);
  for (const taken of [3, 2, 1]) {
    const ending = words.slice(-taken).join('_').toLowerCase();
    const part = PARTS.find((name) => ENDINGS[name].test(ending));
    if (part && words.length > taken) {
      return { base: words.slice(0, -taken).join(' '), part };
    }
  }
  return { base: stem, part: 'color' };
}
