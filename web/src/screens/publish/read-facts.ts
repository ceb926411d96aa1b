import type { Asset } from '@diorama/shared/contract/assets.ts';
import type { FileFacts } from '@diorama/shared/domain/ar-estimate.ts';
import { ApiError } from '../../api/api-error.ts';
import { fileFactsOf } from '../../scene/file-facts.ts';

/** How the server says that there is no such file for the person. */
const ABSENT: ReadonlySet<number> = new Set([403, 404, 410]);

/**
 * What is known of files, by their iris. One that is gone is left out, as it is not in AR either.
 * @throws where one cannot be asked for now, as a scene without it would seem lighter than it is.
 */
export async function readFacts(
  files: readonly string[],
  get: (iri: string) => Promise<Asset>,
): Promise<ReadonlyMap<string, FileFacts>> {
  const read = async (iri: string): Promise<[string, FileFacts][]> => {
    try {
      return [[iri, fileFactsOf(await get(iri))]];
    } catch (error) {
      if (error instanceof ApiError && ABSENT.has(error.status)) {
        return [];
      }
      throw error;
    }
  };
  return new Map((await Promise.all(files.map(read))).flat());
}
