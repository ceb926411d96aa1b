import { fetchCode } from '../../fetch-code.ts';
import type { PublicScene } from '../public-scene.ts';
import type { SceneOptions } from './scene-options.ts';

type Output = PublicScene['output'];

/** Reason for no files: there are none for the combination, or none yet, so that another try makes sense. */
export type NoFiles = 'unavailable' | 'late';

/**
 * Requests the files of the chosen combination.
 * @param uuid - of the published scene; null where other combinations have no files
 * @returns `published` for the default combination, whose files are those of the publication
 */
export function askOptionFiles(
  uuid: string | null,
  options: SceneOptions,
  signal: AbortSignal,
): 'published' | 'unavailable' | Promise<Output | NoFiles> {
  if (options.isInitial) {
    return 'published';
  }
  if (uuid === null || !options.isPublished) {
    return 'unavailable';
  }
  return fetchCode(() => import('./option-files.ts'))
    .then(({ fetchOptionFiles }) => fetchOptionFiles(uuid, options.chosen, signal))
    .catch(() => 'late');
}
