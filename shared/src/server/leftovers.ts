import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/**
 * Removes what killed processes have left in a folder for temporary things.
 * @param options - `stillMs` is longer than whoever lives leaves a thing untouched; `prefixes` name what is ours to remove,
 * everything where none is given
 */
export async function removeLeftovers(
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
      // One that cannot be removed, as of another user, stays and keeps no caller from its work.
      await rm(path, { recursive: true, force: true }).catch(() => undefined);
    }
  }
}
