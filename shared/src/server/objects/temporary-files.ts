import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Removes temporary files of killed processes from a folder.
 * @param options - `stillMs` is longer than a live process leaves a file untouched; `prefixes` select our
 * files, all by default
 */
export async function removeTemporaryFiles(
  dir: string,
  { stillMs, prefixes = [''] }: { stillMs: number; prefixes?: readonly string[] },
): Promise<void> {
  const names = await readdir(dir).catch(() => []);
  for (const name of names.filter((candidate) => prefixes.some((prefix) => candidate.startsWith(prefix)))) {
    const path = join(dir, name);
    const changed = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => Date.now(),
    );
    if (Date.now() - changed > stillMs) {
      // A file that cannot be removed, such as another user's, stays without an error.
      await rm(path, { recursive: true, force: true }).catch(() => undefined);
    }
  }
}
