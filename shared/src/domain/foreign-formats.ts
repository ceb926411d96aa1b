/** Formats that people try to upload and Diorama does not read, with what their files end in. */
export const FOREIGN_FORMATS = {
  step: ['step', 'stp', 'p21'],
  ifc: ['ifc', 'ifczip'],
  skp: ['skp'],
  blend: ['blend', 'blend1'],
  rar: ['rar'],
  '7z': ['7z'],
} as const satisfies Record<string, readonly string[]>;

export type ForeignFormat = keyof typeof FOREIGN_FORMATS;

/** Error code of each format; its text explains how to export the file to a format that Diorama reads. */
export type ForeignCode = `upload.${ForeignFormat}`;

/** First bytes of files of these formats, in Latin-1. */
const SIGNATURES: readonly (readonly [ForeignFormat, string])[] = [
  ['skp', '\xff\xfe\xff\x0eS\0k\0e\0t\0c\0h\0U\0p\0'],
  ['blend', 'BLENDER'],
  ['rar', 'Rar!\x1a\x07'],
  ['7z', '7z\xbc\xaf\x27\x1c'],
];
const STEP = /^\s*(?:\/\*[\s\S]{0,2000}?\*\/\s*)?ISO-10303-21\s*;/;
const IFC_SCHEMA = /FILE_SCHEMA\s*\(\s*\(\s*'IFC/i;
/** Blender packs whole files, which then begin as any file of the packer: Zstandard or gzip. */
const PACKED = ['\x28\xb5\x2f\xfd', '\x1f\x8b'];
/** Number of bytes at the start of a file that name its schema. */
const MOST_HEAD = 16_384;

/** Formats by what the names of files end in, in small letters. */
const BY_EXTENSION: ReadonlyMap<string, ForeignFormat> = new Map(
  // The keys are those of the table, which `Object.entries` forgets.
  Object.entries(FOREIGN_FORMATS).flatMap(([format, extensions]) =>
    extensions.map((extension) => [extension, format as ForeignFormat] as const),
  ),
);

/** The foreign format that a file's name suggests; null for every other name. */
export function foreignFormatNamed(name: string): ForeignFormat | null {
  const [, extension = ''] = /\.([^.]*)$/.exec(name) ?? [];
  return BY_EXTENSION.get(extension.toLowerCase()) ?? null;
}

/**
 * Recognises a foreign format by a file's first bytes; returns null for every other file.
 * @param name decides about files that are compressed as a whole
 */
export function sniffForeign(head: Uint8Array, name: string): ForeignFormat | null {
  const text = String.fromCharCode(...head.subarray(0, MOST_HEAD));
  if (STEP.test(text)) {
    return IFC_SCHEMA.test(text) ? 'ifc' : 'step';
  }
  const named = foreignFormatNamed(name);
  if (named === 'blend' && PACKED.some((start) => text.startsWith(start))) {
    return 'blend';
  }
  return SIGNATURES.find(([, start]) => text.startsWith(start))?.[0] ?? null;
}

/** The error code for a foreign format. */
export function foreignCode(format: ForeignFormat): ForeignCode {
  return `upload.${format}`;
}
