import { type ImportFile, type ImportPlan, planImport } from '../../../files/import-set.ts';
import { openPictureZips } from '../../../files/open-picture-zips.ts';

/** Import plan of files given for a scene; archives with pictures only are unpacked. */
export async function planFiles(files: readonly ImportFile[]): Promise<ImportPlan> {
  return planImport(await openPictureZips(files));
}
