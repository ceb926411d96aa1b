/** What a picture can be for in a material, in the order in which forms show it. */
export const MAPS = ['color', 'roughness', 'metalness', 'normal', 'emissive', 'ao', 'opacity'] as const;
export type MapName = (typeof MAPS)[number];

/**
 * What pictures in sets are for beside maps: several at once, what says the same as a map in another way, and what materials
 * have no place for.
 */
export type Part = MapName | 'orm' | 'metalRough' | 'normalDx' | 'height' | 'gloss' | 'left';

/** What a picture's path says of it. */
export type MapReading = {
  /** Where it lies; empty where nobody knows. */
  folder: string;
  /** What it is called beside what it is for, in words; empty where its name says only that. */
  base: string;
  /** Null where its name says nothing of it. */
  part: Part | null;
  /** All of its words, but for sizes and numbers at their end. */
  whole: string;
};

/**
 * How makers of textures end their files' names, of several words where `_?` stands. What materials have no place for comes
 * first, as some of it ends as a map does.
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
const MOST_WORDS = 3;

/** Words at the end that tell how large a picture is, or how it is stored. */
const SIZE = /^(\d{1,2}k|\d{3,5}x\d{3,5}|\d{3,4}px|jpe?g|png|\d{1,2}bit)$/;
/** Words behind what a picture is for: its size, its tile, which of several it is, and for which distance. */
const TAIL = new RegExp(`${SIZE.source}|^(256|512|1024|2048|4096|8192|1\\d{3}|var\\d+|lod\\d)$`);
/** What a system adds to the name of a second file. */
const COPY = /[ _-]*(\(\d+\)|[ _-]copy( \d+)?)$/i;
/** How Poliigon says, after the size, for which kind of renderer its pictures are. */
const WORKFLOW = /^(metalness|specular)$/;
/** Folders that are called after what lies in any of them. */
const PLAIN_FOLDER = /^(textures?|tex|maps?|materials?|images?|source)$/;

/** Reads what a picture is for out of its path. */
export function readMapName(path: string): MapReading {
  const folders = path.split('/');
  const stem = stemOf(folders.pop() ?? '');
  const words = wordsOf(stem.replace(COPY, ''));
  const found = findPart(withoutWorkflow(words));
  return {
    folder: folders.join('/').toLowerCase(),
    base: found ? trim(found.base, SIZE) : trim(wordsOf(stem), SIZE) || stem,
    part: found?.part ?? null,
    whole: trim(words, TAIL) || stem,
  };
}

/** What a set is called whose pictures are called after nothing: its folder; empty where there is none. */
export function folderNameOf(path: string): string {
  const names = path
    .split('/')
    .slice(0, -1)
    .map((folder) => trim(wordsOf(folder), SIZE))
    .filter((name) => name !== '');
  return names.findLast((name) => !PLAIN_FOLDER.test(name.toLowerCase())) ?? names.at(-1) ?? '';
}

/** A file name without what says how it is stored. */
export function stemOf(fileName: string): string {
  return fileName.replace(/\.[A-Za-z0-9]{1,5}$/, '');
}

function wordsOf(stem: string): string[] {
  return stem.split(/[_\-. ()]+/).filter((word) => word !== '');
}

function findPart(words: readonly string[]): { part: Part; base: readonly string[] } | null {
  const known = wordsOf(trim(words, TAIL));
  for (let taken = Math.min(MOST_WORDS, known.length); taken > 0; taken -= 1) {
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

/** Words as one text, without those at the end that are like a pattern. */
function trim(words: readonly string[], pattern: RegExp): string {
  const last = words.findLastIndex((word) => !pattern.test(word.toLowerCase()));
  return words.slice(0, last + 1).join(' ');
}
