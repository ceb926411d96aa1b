import { type ImportFile, type ImportPlan, planImport } from './import-set.ts';
import { openPictureZips } from './open-picture-zips.ts';

/** What becomes of files that were given for a scene, with pictures in place of the archives that hold nothing else. */
export async function planFiles(files: readonly ImportFile[]): Promise<ImportPlan> {
  return planImport(await openPictureZips(files));
}
