import { createReadStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { forEachLimited } from '../../runtime/for-each-limited.ts';
import type { BackupPlace } from './backup-place.ts';
import { type BackedUpObject, isObjectPath, OBJECTS, objectPath } from './manifest.ts';

/** Paths in memory, which are compared with the whole list at once. */
const BATCH = 100_000;
const AT_ONCE = 4;

/**
 * Removes the objects of a place that a backup does not name. Call it once the manifest of that backup is written.
 * An interrupted removal then leaves a whole backup, and the next one removes the rest.
 * @param options.listPath - local file with the objects that the backup names, one JSON a line
 */
export async function removeUnnamedObjects(options: {
  place: BackupPlace;
  listPath: string;
  signal?: AbortSignal | undefined;
  batch?: number;
}): Promise<void> {
  const { place, listPath, signal, batch = BATCH } = options;
  const paths = new Set<string>();
  const removeUnnamed = async () => {
    for await (const line of createInterface({ input: createReadStream(listPath) })) {
      const { sha256 }: BackedUpObject = JSON.parse(line);
      paths.delete(objectPath(sha256));
    }
    await forEachLimited(paths, AT_ONCE, async (path) => {
      signal?.throwIfAborted();
      await place.remove(path);
    });
    paths.clear();
  };
  for await (const path of place.list(OBJECTS)) {
    if (isObjectPath(path)) {
      paths.add(path);
    }
    if (paths.size === batch) {
      await removeUnnamed();
    }
  }
  await removeUnnamed();
}
