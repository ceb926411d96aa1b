import type { Asset } from '@diorama/shared/contract/assets.ts';
import type { FileStats } from '@diorama/shared/domain/ar-estimate.ts';
import { ApiError } from '../../api/api-error.ts';
import { fileStatsOf } from '../../scene/file-stats.ts';

/** Statuses that mean that a file does not exist for the user. */
const ABSENT: ReadonlySet<number> = new Set([403, 404, 410]);

/**
 * Reads the statistics of files, by iri. Deleted files are left out, as they are in AR.
 * @throws if a request fails, because the scene would seem smaller than it is without the file.
 */
export async function readFacts(
  files: readonly string[],
  get: (iri: string) => Promise<Asset>,
): Promise<ReadonlyMap<string, FileStats>> {
  const read = async (iri: string): Promise<[string, FileStats][]> => {
    try {
      return [[iri, fileStatsOf(await get(iri))]];
    } catch (error) {
      if (error instanceof ApiError && ABSENT.has(error.status)) {
        return [];
      }
      throw error;
    }
  };
  return new Map((await Promise.all(files.map(read))).flat());
}
