import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

/** Longer than any job or browser lives; what is older belongs to a process that was killed. */
const STALE_MS = 24 * 60 * 60_000;

/** Removes folders of killed processes: those in `dir` that begin with one of the prefixes and lie still for a day. */
export async function removeStaleFolders(dir: string, prefixes: readonly string[]): Promise<void> {
  const names = await readdir(dir).catch(() => []);
  for (const name of names.filter((candidate) => prefixes.some((prefix) => candidate.startsWith(prefix)))) {
    const path = join(dir, name);
    const changed = await stat(path).then(
      ({ mtimeMs }) => mtimeMs,
      () => Date.now(),
    );
    if (Date.now() - changed > STALE_MS) {
      await rm(path, { recursive: true, force: true });
    }
  }
}
