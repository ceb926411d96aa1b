import { join } from 'node:path';
import type { StackEnv } from '../env.ts';

/** Folder of the copy of the database from before an upgrade. */
export function upgradeFolder({ dataDir }: Pick<StackEnv, 'dataDir'>): string {
  return join(dataDir, 'before-upgrade');
}
