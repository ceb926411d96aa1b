import { migrate } from '@diorama/shared/server/db/migrate.ts';
import { migrations } from '@diorama/shared/server/db/migrations/index.ts';
import { folderPlace } from '@diorama/shared/server/operations/backup/backup-place.ts';
import { replaceDatabase } from '@diorama/shared/server/operations/backup/load-database.queries.ts';
import { checkBackup } from '@diorama/shared/server/operations/backup/restore-backup.ts';

/** Loads a dump into an empty database without migrating it, as the release that made it left it. */
export async function restoreOld(url: string, folder: string): Promise<void> {
  const { manifest, place } = await checkBackup(folderPlace(folder));
  await migrate(
    url,
    migrations.filter(({ name }) => manifest.migrations.includes(name)),
  );
  await replaceDatabase(url, manifest, place);
}
