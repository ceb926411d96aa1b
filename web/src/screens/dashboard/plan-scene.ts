import { stemOf } from '../../files/file-names.ts';
import { folderOf, type ImportFile, type ImportProblem, planImport } from '../../files/import-set.ts';

/** Reason why a file cannot be imported. */
type Refusal = Extract<ImportProblem, { name: string }>;

/** Limit of simultaneous toasts. */
const MAX_SHOWN = 3;

/**
 * Name of a scene created from files, or why there is none. `refusals` are the problems to report; it is empty if
 * the files are valid but contain no scene. The editor reports all others.
 */
export function planScene(
  files: readonly ImportFile[],
): { name: string } | { name: null; refusals: Refusal[] } {
  const { sets, pictures, skies, problems } = planImport(files);
  const [first] = [...pictures, ...skies];
  const name = sets[0]?.name ?? (first && stemOf(first.file.name));
  if (name === undefined) {
    return { name: null, refusals: problems.filter((problem) => 'name' in problem).slice(0, MAX_SHOWN) };
  }
  return { name: folderOf(files) ?? name };
}
