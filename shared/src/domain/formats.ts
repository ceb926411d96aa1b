/** Purposes of a file. A mark is a small picture that is displayed unchanged: a watermark, or the picture of a note. */
export type FormatUse = 'model' | 'image' | 'texture' | 'mark' | 'sky' | 'font' | 'sound';

type Format = {
  /** Display name. */
  label: string;
  /** File extensions without a dot, the usual one first. */
  extensions: readonly [string, ...string[]];
  mediaType: string;
  uses: readonly FormatUse[];
  /** Reader of a model: the glTF reader, or three's loaders in the headless page. */
  reader?: 'gltf' | 'page';
  /** Whether a model may reference other files, which then have to be uploaded too. */
  namesFiles?: boolean;
  /** Whether the format has no unit; metres are assumed. */
  hasNoUnit?: boolean;
  /** Whether the format does not define an up axis; Y is assumed. */
  hasNoUp?: boolean;
};

const PICTURE = ['image', 'texture'] as const;

/**
 * Every format that Diorama accepts. Models are ordered from the richest to the poorest: of several in one
 * archive the first is imported. File pickers, both checks of an upload and the import read this table;
 * `file-format.ts` detects formats by content.
 */
export const FORMATS = {
  glb: { label: 'GLB', extensions: ['glb'], mediaType: 'model/gltf-binary', uses: ['model'], reader: 'gltf' },
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
  mp3: { label: 'MP3', extensions: ['mp3'], mediaType: 'audio/mpeg', uses: ['sound'] },
  ogg: { label: 'Ogg', extensions: ['ogg', 'oga', 'opus'], mediaType: 'audio/ogg', uses: ['sound'] },
  wav: { label: 'WAV', extensions: ['wav'], mediaType: 'audio/wav', uses: ['sound'] },
  m4a: { label: 'M4A', extensions: ['m4a'], mediaType: 'audio/mp4', uses: ['sound'] },
} as const satisfies Record<string, Format>;

export type FileFormat = keyof typeof FORMATS;

type WithUse<Use extends FormatUse> = {
  [Key in FileFormat]: Use extends (typeof FORMATS)[Key]['uses'][number] ? Key : never;
}[FileFormat];
type WithReader<Reader extends NonNullable<Format['reader']>> = {
  [Key in FileFormat]: (typeof FORMATS)[Key] extends { reader: Reader } ? Key : never;
}[FileFormat];

/** A model format that three's loaders in the headless page convert to GLB. */
export type PageFormat = WithReader<'page'>;
export type ModelFormat = WithReader<'gltf'> | PageFormat;
export type PictureFormat = WithUse<'image'>;

/** Other formats that models reference: buffers, material libraries and GPU textures. */
const COMPANIONS = ['bin', 'mtl', 'ktx2'] as const;
/** Pictures that browsers decode natively and that other code need not know. */
const COMPANION_PICTURES = ['bmp', 'gif'] as const;

// The keys are those of the table; `Object.keys` loses their type.
const ALL = Object.keys(FORMATS) as FileFormat[];

/** Formats of one use, in the order of the table. */
export function formatsOf(use: FormatUse): FileFormat[] {
  return ALL.filter((format) => formatAt(format).uses.includes(use));
}

/** Entry of the format in the table, with the common type. */
export function formatAt(format: FileFormat): Format {
  return FORMATS[format];
}

/** Entry of the format with this media type. */
export function formatOfMediaType(mediaType: string): Format | undefined {
  return Object.values<Format>(FORMATS).find((format) => format.mediaType === mediaType);
}

/** Whether the format is a model format, of which an archive may contain one. */
export function isModelFormat(format: FileFormat): format is ModelFormat {
  return formatAt(format).reader !== undefined;
}

/** Whether the format is a picture format. */
export function isPictureFormat(format: FileFormat): format is PictureFormat {
  return formatAt(format).uses.includes('image');
}

/** Distinct extensions of the formats of one use. */
export function extensionsOf(use: FormatUse): string[] {
  return unique(formatsOf(use).flatMap((format) => formatAt(format).extensions));
}

/** Extensions of files dropped into a scene, grouped by how they belong together. */
export const SCENE_FILES = {
  /** Models in a single file. */
  whole: extensionsWhere((format) => format.uses.includes('model') && !format.namesFiles),
  /** Models that may reference other files. */
  main: extensionsWhere((format) => format.namesFiles === true),
  /** Files that models reference. */
  side: [...COMPANIONS, ...namedPictures()],
  /** The pictures among `side`. */
  textures: namedPictures(),
  /** Pictures that can be inserted into the scene by themselves. */
  pictures: extensionsOf('image'),
  /** Environment maps. */
  skies: extensionsOf('sky'),
  /** Fonts of text nodes. */
  fonts: extensionsOf('font'),
} as const;

/** Value of the `accept` attribute of a file picker. */
export function pickerOf(extensions: readonly string[]): string {
  return extensions.map((extension) => `.${extension}`).join(',');
}

/** Display names of the formats of one use, without the archive: `GLB, glTF, FBX …`. */
export function formatDisplayNames(use: FormatUse): string {
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
