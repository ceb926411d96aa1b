import type { StorageFile } from '@diorama/shared/contract/storage.ts';

/** Result of a deletion: freed bytes, and the errors of the remaining files. */
export type Deleted = { freed: number; errors: unknown[] };

/** Deletes files one after the other; a failure does not stop the others. */
export async function deleteEach(
  files: readonly StorageFile[],
  deleteOne: (file: StorageFile) => Promise<void>,
): Promise<Deleted> {
  const errors: unknown[] = [];
  let freed = 0;
  for (const file of files) {
    try {
      await deleteOne(file);
      freed += file.size;
    } catch (error) {
      errors.push(error);
    }
  }
  return { freed, errors };
}
