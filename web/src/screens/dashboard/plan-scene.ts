import { stemOf } from '../../editor/import/file-names.ts';
import { folderOf, type ImportFile, type ImportProblem, planImport } from '../../editor/import/import-set.ts';

/** Why a file is of no use to any scene. */
export type Refusal = Extract<ImportProblem, { name: string }>;

/** More notes at once nobody reads. */
const MOST_TOLD = 3;

/**
 * What the scene is called that files become, and why there is none: `refusals` are what to tell of then, none where nothing
 * is wrong with the files but that no scene can be made of them. What else there is to tell the editor does.
 */
export function planScene(
  files: readonly ImportFile[],
): { name: string } | { name: null; refusals: Refusal[] } {
  const { sets, pictures, skies, problems } = planImport(files);
  const [first] = [...pictures, ...skies];
  const name = sets[0]?.name ?? (first && stemOf(first.file.name));
  if (name === undefined) {
    return { name: null, refusals: problems.filter((problem) => 'name' in problem).slice(0, MOST_TOLD) };
  }
  return { name: folderOf(files) ?? name };
}
