import { existsSync } from 'node:fs';
import { access, constants } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { isLoopback } from '@diorama/shared/domain/loopback.ts';
import { isBucketAddress } from '@diorama/shared/server/operations/backup/backup-place.ts';
import { openPlace } from '../backup/installation.ts';
import { PROJECT_ROOT, type StackEnv } from '../env.ts';
import type { Finding } from './finding.ts';

/** Checks that backups are made, and that their folder can be written to. */
export async function checkBackups({
  inherited,
  publicUrl,
}: Pick<StackEnv, 'inherited' | 'publicUrl'>): Promise<Finding[]> {
  if (!inherited.BACKUP_DIR) {
    const isLocal = isLoopback(new URL(publicUrl).hostname);
    return [
      isLocal
        ? { level: 'ok', text: 'none are made by themselves, as BACKUP_DIR is not set' }
        : {
            level: 'warning',
            text: 'none are made by themselves',
            remedy: 'Set BACKUP_DIR, or run npm run backup each night',
          },
    ];
  }
  if (isBucketAddress(inherited.BACKUP_DIR)) {
    const place = openPlace(inherited.BACKUP_DIR, { base: PROJECT_ROOT, variables: inherited });
    await place.read('manifest.json').then((stream) => stream?.destroy());
    return [{ level: 'ok', text: `${place.name} can be read` }];
  }
  const folder = resolve(PROJECT_ROOT, inherited.BACKUP_DIR);
  await access(existingFolder(folder), constants.W_OK);
  return [{ level: 'ok', text: `${folder} can be written to` }];
}

/** The folder, or the one above it that exists. */
export function existingFolder(folder: string): string {
  return existsSync(folder) ? folder : existingFolder(dirname(folder));
}
