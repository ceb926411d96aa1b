/** What a file can become. A mark is a small picture that is shown as it came: watermarks and pictures of notes. */
export type FormatUse = 'model' | 'image' | 'texture' | 'mark' | 'sky' | 'font';

type Format = {
  /** What people call it. */
  label: string;
  /** What its files end in, without a dot, the usual one first. */
  extensions: readonly [string, ...string[]];
  mediaType: string;
  uses: readonly FormatUse[];
  /** Who reads a model: the reader of glTF, or three's loaders in the headless page. */
  reader?: 'gltf' | 'page';
  /** Whether a model may name other files, which then have to come along. */
  namesFiles?: boolean;
  /** Whether a model's numbers come without a unit; they are taken for metres. */
  hasNoUnit?: boolean;
  /** Whether a model says nothing of which way is up; Y is taken for it. */
  hasNoUp?: boolean;
};

const PICTURE = ['image', 'texture'] as const;

/**
 * Every format that Diorama takes, models from the richest to the poorest: of several in one archive the first is taken.
 * Pickers, both checks of an upload and the import read this table; how a format is told by its content stands in
 * `file-format.ts`.
 */
export const FORMATS = {
  glb: {
    label: 'GLB',
    extensions: ['glb'],
    mediaType: 'model/gltf-binary',
    uses: ['model'],
    reader: 'gltf',
  },
  gltf: {
    label: 'glTF',
    extensions: ['gltf'],
    mediaType: 'model/gltf+json',
    uses: ['model'],
    reader: 'gltf',
    namesFiles: true,
  },
  fbx: {
    label: 'FBX',
    extensions: ['fbx'],
    mediaType: 'model/vnd.fbx',
    uses: ['model'],
    reader: 'page',
    namesFiles: true,
  },
  usdz: {
    label: 'USDZ',
    extensions: ['usdz'],
    mediaType: 'model/vnd.usdz+zip',
    uses: ['model'],
    reader: 'page',
  },
  usdc: {
    label: 'USD',
    extensions: ['usdc', 'usd'],
    mediaType: 'model/vnd.usdc',
    uses: ['model'],
    reader: 'page',
    namesFiles: true,
  },
  usda: {
    label: 'USD',
    extensions: ['usda', 'usd'],
    mediaType: 'model/vnd.usda',
    uses: ['model'],
    reader: 'page',
    namesFiles: true,
  },
  dae: {
    label: 'DAE',
    extensions: ['dae'],
    mediaType: 'model/vnd.collada+xml',
    uses: ['model'],
    reader: 'page',
    namesFiles: true,
  },
  obj: {
    label: 'OBJ',
    extensions: ['obj'],
    mediaType: 'model/obj',
    uses: ['model'],
    reader: 'page',
    namesFiles: true,
    hasNoUnit: true,
    hasNoUp: true,
  },
  '3mf': { label: '3MF', extensions: ['3mf'], mediaType: 'model/3mf', uses: ['model'], reader: 'page' },
  ply: {
    label: 'PLY',
    extensions: ['ply'],
    mediaType: 'model/x-ply',
    uses: ['model'],
    reader: 'page',
    namesFiles: true,
    hasNoUnit: true,
    hasNoUp: true,
  },
  stl: {
    label: 'STL',
    extensions: ['stl'],
    mediaType: 'model/stl',
    uses: ['model'],
    reader: 'page',
    hasNoUnit: true,
    hasNoUp: true,
  },
  '3ds': {
    label: '3DS',
    extensions: ['3ds'],
    mediaType: 'model/x-3ds',
    uses: ['model'],
    reader: 'page',
    namesFiles: true,
    hasNoUnit: true,
  },
  zip: { label: 'ZIP', extensions: ['zip'], mediaType: 'application/zip', uses: ['model'] },
  png: { label: 'PNG', extensions: ['png'], mediaType: 'image/png', uses: [...PICTURE, 'mark'] },
  jpeg: { label: 'JPEG', extensions: ['jpg', 'jpeg'], mediaType: 'image/jpeg', uses: [...PICTURE, 'mark'] },
  webp: { label: 'WebP', extensions: ['webp'], mediaType: 'image/webp', uses: [...PICTURE, 'mark'] },
  avif: { label: 'AVIF', extensions: ['avif'], mediaType: 'image/avif', uses: PICTURE },
  tga: { label: 'TGA', extensions: ['tga'], mediaType: 'image/x-tga', uses: PICTURE },
  tiff: { label: 'TIFF', extensions: ['tif', 'tiff'], mediaType: 'image/tiff', uses: ['image'] },
  heic: { label: 'HEIC', extensions: ['heic', 'heif'], mediaType: 'image/heic', uses: ['image'] },
  hdr: { label: 'HDR', extensions: ['hdr'], mediaType: 'image/vnd.radiance', uses: ['sky'] },
  exr: { label: 'EXR', extensions: ['exr'], mediaType: 'image/x-exr', uses: ['sky'] },
  ttf: { label: 'TTF', extensions: ['ttf'], mediaType: 'font/ttf', uses: ['font'] },
  otf: { label: 'OTF', extensions: ['otf'], mediaType: 'font/otf', uses: ['font'] },
  woff: { label: 'WOFF', extensions: ['woff'], mediaType: 'font/woff', uses: ['font'] },
  woff2: { label: 'WOFF2', extensions: ['woff2'], mediaType: 'font/woff2', uses: ['font'] },
} as const satisfies Record<string, Format>;

export type FileFormat = keyof typeof FORMATS;

type WithUse<Use extends FormatUse> = {
  [Key in FileFormat]: Use extends (typeof FORMATS)[Key]['uses'][number] ? Key : never;
}[FileFormat];
type WithReader<Reader extends NonNullable<Format['reader']>> = {
  [Key in FileFormat]: (typeof FORMATS)[Key] extends { reader: Reader } ? Key : never;
}[FileFormat];

/** A model that three's loaders in the headless page turn into a GLB. */
export type PageFormat = WithReader<'page'>;
export type ModelFormat = WithReader<'gltf'> | PageFormat;
export type PictureFormat = WithUse<'image'>;

/** What models name beside formats of their own: numbers, materials, and textures for graphics cards. */
const COMPANIONS = ['bin', 'mtl', 'ktx2'] as const;
/** Pictures that browsers read as they are, and nobody else has to know. */
const COMPANION_PICTURES = ['bmp', 'gif'] as const;

// The keys are those of the table, which `Object.keys` forgets.
const ALL = Object.keys(FORMATS) as FileFormat[];

/** The formats of one use, in the order of the table. */
export function formatsOf(use: FormatUse): FileFormat[] {
  return ALL.filter((format) => formatAt(format).uses.includes(use));
}

/** The format's line of the table, whichever fields it has. */
export function formatAt(format: FileFormat): Format {
  return FORMATS[format];
}

/** Whether a format is one of a model, of which an archive may hold one. */
export function isModelFormat(format: FileFormat): format is ModelFormat {
  return formatAt(format).reader !== undefined;
}

/** Whether a format is one of a picture. */
export function isPictureFormat(format: FileFormat): format is PictureFormat {
  return formatAt(format).uses.includes('image');
}

/** What files of one use end in, each once. */
export function extensionsOf(use: FormatUse): string[] {
  return unique(formatsOf(use).flatMap((format) => formatAt(format).extensions));
}

/** How what people drop for the scene goes together, by what its names end in. */
export const SCENE_FILES = {
  /** Models in one file. */
  whole: extensionsWhere((format) => format.uses.includes('model') && !format.namesFiles),
  /** Models that may name other files. */
  main: extensionsWhere((format) => format.namesFiles === true),
  /** What models name. */
  side: [...COMPANIONS, ...namedPictures()],
  /** The pictures among those. */
  textures: namedPictures(),
  /** Pictures that can stand in the scene by themselves. */
  pictures: extensionsOf('image'),
  /** What lights the scene. */
  skies: extensionsOf('sky'),
  /** What its texts are written in. */
  fonts: extensionsOf('font'),
} as const;

/** What a file picker offers, as its attribute `accept` has it. */
export function pickerOf(extensions: readonly string[]): string {
  return extensions.map((extension) => `.${extension}`).join(',');
}

/** The formats of one use as people read them, without the archive: `GLB, glTF, FBX …`. */
export function namesOf(use: FormatUse): string {
  return unique(
    formatsOf(use)
      .filter((format) => format !== 'zip')
      .map((format) => formatAt(format).label),
  ).join(', ');
}

function namedPictures(): string[] {
  return unique([...COMPANION_PICTURES, ...extensionsOf('image')]);
}

function extensionsWhere(is: (format: Format) => boolean): string[] {
  return unique(
    ALL.filter((format) => is(formatAt(format))).flatMap((format) => formatAt(format).extensions),
  );
}

function unique(values: readonly string[]): string[] {
  return [...new Set(values)];
}
