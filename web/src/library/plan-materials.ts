import { extensionsOf } from '@diorama/shared/domain/formats.ts';
import { extensionOf } from '../files/file-names.ts';
import { type ImportFile, isClutter, isPictureName } from '../files/import-set.ts';
import { openPictureZips, type ZipRule } from '../files/open-picture-zips.ts';
import { type GroupedMaps, groupMaps } from './group-maps.ts';

/** File extensions of material sources, without a dot. */
export const MATERIAL_FILES: readonly string[] = [...extensionsOf('texture'), 'zip'];

const TEXTURES = new Set(extensionsOf('texture'));
/** Picture formats of texture sets that are not supported here: they are reported as ignored. */
const OTHER_PICTURES = new Set(['exr', 'hdr', 'tif', 'tiff']);
/** Shops add a scene or two to the pictures of a material; here only the pictures count. */
const ZIP_RULE: ZipRule = {
  isWanted: (name) => isPictureName(name) || OTHER_PICTURES.has(extensionOf(name)),
  keepsWhole: (name) => extensionOf(name) === 'zip',
};

/** Materials found in the given files. */
export type MaterialsPlan = GroupedMaps & {
  /** Archives without usable pictures. */
  pictureless: File[];
};

/** Sorts files into materials: pictures, and those in archives, each of which counts as a folder. */
export async function planMaterials(files: readonly ImportFile[]): Promise<MaterialsPlan> {
  const wanted = files.filter(({ path }) => !isClutter(path));
  const opened = (await Promise.all(wanted.map(openZip))).flat();
  const isTexture = ({ file }: ImportFile) => TEXTURES.has(extensionOf(file.name));
  const { materials, unused } = groupMaps(opened.filter(isTexture));
  const others = opened.filter((given) => !isTexture(given)).map(({ file }) => file);
  const pictureless = others.filter(isZip);
  return { materials, unused: [...unused, ...others.filter((file) => !isZip(file))], pictureless };
}

const isZip = ({ name }: File) => extensionOf(name) === 'zip';

async function openZip(given: ImportFile): Promise<ImportFile[]> {
  const folder = given.path.replace(/\.zip$/i, '');
  const found = await openPictureZips([given], ZIP_RULE);
  return found.map((one) => (one === given ? one : { ...one, path: `${folder}/${one.path}` }));
}
