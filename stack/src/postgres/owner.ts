import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isProcessRunning, type ProcessIdentity } from '../processes.ts';
import { Identity, identityOf } from '../run-file.ts';

const pathIn = (dataDir: string) => join(dataDir, 'postgres-owner.json');

/**
 * Records in a data folder that this process runs its PostgreSQL. A record of a process that was killed is replaced.
 * @throws Error where another process runs it
 */
export function claimPostgres(dataDir: string): void {
  const owner = readOwner(dataDir);
  if (owner !== null && owner.pid !== process.pid && isProcessRunning(owner)) {
    throw new Error(
      `Another command runs the database of ${dataDir} (process ${owner.pid}): try again when it has ended`,
    );
  }
  const path = pathIn(dataDir);
  writeFileSync(`${path}.new`, JSON.stringify(identityOf(process.pid)));
  renameSync(`${path}.new`, path);
}

/** Removes the record of this process. */
export function releasePostgres(dataDir: string): void {
  rmSync(pathIn(dataDir), { force: true });
}

/** Null when there is no record, or a truncated one. */
function readOwner(dataDir: string): ProcessIdentity | null {
  const path = pathIn(dataDir);
  try {
    return existsSync(path) ? Identity.parse(JSON.parse(readFileSync(path, 'utf8'))) : null;
  } catch {
    return null;
  }
}
