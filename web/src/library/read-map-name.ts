/** Maps of a material, in the order of the forms. */
export const MAPS = ['color', 'roughness', 'metalness', 'normal', 'emissive', 'ao', 'opacity'] as const;
export type MapName = (typeof MAPS)[number];

/** Roles of pictures besides maps: packed maps, maps in another encoding, and roles without a use in a material. */
export type Part = MapName | 'orm' | 'metalRough' | 'normalDx' | 'height' | 'gloss' | 'left';

/** Result of parsing a picture's path. */
export type MapReading = {
  /** Folder of the picture; empty if unknown. */
  folder: string;
  /** Name without the map suffix, in words; empty if the name contains only the suffix. */
  base: string;
  /** Role of the picture; null if its name contains none. */
  part: Part | null;
  /** All words of the name, without sizes and numbers at its end. */
  whole: string;
};

/**
 * Suffixes that texture makers use, as regular expressions; `_?` separates words. Ignored roles come first, as some of
 * them end like a map.
 */
const ENDINGS: Record<Part, string> = {
  left: [
    'refl(ect(ion)?)?|spec(ular)?(_?(gloss(iness)?|level|colou?r))?|ior',
    'metal(lic)?_?(smooth(ness)?|gloss)|mask_?map|rma|mra|rmo',
    'cavity|curv(ature)?|thickness|translucen(cy|t)|transmission|sss|subsurface|fuzz',
    'sheen_?(colou?r|roughness)|clear_?coat(_?(roughness|normal))?|aniso(tropy|tropic)?(_?(level|angle|strength|rotation))?',
    'bent_?normals?|world_?space_?normals?|preview_?\\d*|thumb(nail)?',
  ].join('|'),
  color: '(base_?)?colou?r|albedo(_?transparency)?|diff(use)?|coll?(_?\\d{1,2})?',
  roughness: 'rough(ness)?|rgh',
  metalness: 'metal(lic|ness)?|met',
  normal: '(nor(m(als?)?)?|nrm)(_?16)?(_?(gl|opengl|ogl))?',
  emissive: 'emissive(_?colou?r)?|emission|emit|glow',
  ao: '(mixed_?)?ao|ambient_?occ(lusion)?|occlusion|occ',
  opacity: 'opacity|alpha|mask|transparency',
  orm: 'orm|arm|occlusion_?roughness_?metal(lic|ness)?',
  metalRough: 'metal(lic|ness)?_?rough(ness)?',
  normalDx: '(nor(m(als?)?)?|nrm)(_?16)?_?(dx|directx)',
  height: '(height|disp(lacement)?|bump|hgt)(_?16)?',
  gloss: 'gloss(iness)?|smooth(ness)?',
};
const PARTS = Object.entries(ENDINGS).map(
  ([part, words]) => [part as Part, new RegExp(`^(${words})(_?(map|tex(ture)?))?$`)] as const,
);
const MAX_WORDS = 3;

/** Size and format words at the end of a name. */
const SIZE = /^(\d{1,2}k|\d{3,5}x\d{3,5}|\d{3,4}px|jpe?g|png|\d{1,2}bit)$/;
/** Words after the map suffix: size, tile, variant and level of detail. */
const TAIL = new RegExp(`${SIZE.source}|^(256|512|1024|2048|4096|8192|1\\d{3}|var\\d+|lod\\d)$`);
/** Suffix that an operating system adds to a copied file. */
const COPY = /[ _-]*(\(\d+\)|[ _-]copy( \d+)?)$/i;
/** Workflow suffix that Poliigon adds after the size. */
const WORKFLOW = /^(metalness|specular)$/;
/** Generic folder names, which name no set. */
const PLAIN_FOLDER = /^(textures?|tex|maps?|materials?|images?|source)$/;

/** Parses the role of a picture from its path. */
export function readMapName(path: string): MapReading {
  const folders = path.split('/');
  const stem = mapStemOf(folders.pop() ?? '');
  const words = wordsOf(stem.replace(COPY, ''));
  const found = findPart(withoutWorkflow(words));
  return {
    folder: folders.join('/').toLowerCase(),
    base: found ? trim(found.base, SIZE) : trim(wordsOf(stem), SIZE) || stem,
    part: found?.part ?? null,
    whole: trim(words, TAIL) || stem,
  };
}

/** Name of a set of bare pictures: their folder; empty if there is none. */
export function folderNameOf(path: string): string {
  const names = path
    .split('/')
    .slice(0, -1)
    .map((folder) => trim(wordsOf(folder), SIZE))
    .filter((name) => name !== '');
  return names.findLast((name) => !PLAIN_FOLDER.test(name.toLowerCase())) ?? names.at(-1) ?? '';
}

/** File name without its extension. */
export function mapStemOf(fileName: string): string {
  return fileName.replace(/\.[A-Za-z0-9]{1,5}$/, '');
}

function wordsOf(stem: string): string[] {
  return stem.split(/[_\-. ()]+/).filter((word) => word !== '');
}

function findPart(words: readonly string[]): { part: Part; base: readonly string[] } | null {
  const known = wordsOf(trim(words, TAIL));
  for (let taken = Math.min(MAX_WORDS, known.length); taken > 0; taken -= 1) {
    const ending = known.slice(-taken).join('_').toLowerCase();
    const found = PARTS.find(([, pattern]) => pattern.test(ending));
    if (found) {
      return { part: found[0], base: known.slice(0, -taken) };
    }
  }
  return null;
}

/** `Oak_COL_2K_METALNESS` is a colour, while `Oak_2K_Metalness` and `Rusted_Metal_2K_Metalness` are metalness. */
function withoutWorkflow(words: readonly string[]): readonly string[] {
  const [last, size] = [words.at(-1)?.toLowerCase() ?? '', words.at(-2)?.toLowerCase() ?? ''];
  if (!WORKFLOW.test(last) || !SIZE.test(size)) {
    return words;
  }
  const before = words.slice(0, -1);
  const part = findPart(before)?.part;
  const isWorkflow = part !== undefined && (part !== 'metalness' || last === before.at(-2)?.toLowerCase());
  return isWorkflow ? before : words;
}

/** Joins words, without those at the end that match a pattern. */
function trim(words: readonly string[], pattern: RegExp): string {
  const last = words.findLastIndex((word) => !pattern.test(word.toLowerCase()));
  return words.slice(0, last + 1).join(' ');
}
