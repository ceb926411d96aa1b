import { join } from 'node:path';

/** Place of the copy of the database from before an upgrade, in the data folder or in another one. */
export function upgradeFolder(folder: string): string {
  return join(folder, 'before-upgrade');
}
