import type { StorageFile } from '@diorama/shared/contract/storage.ts';

/** What became of files that were to be deleted: the bytes that are free again, and why those that stay do. */
export type Deleted = { freed: number; errors: unknown[] };

/** Deletes files one after the other; one that stays keeps no other back. */
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
