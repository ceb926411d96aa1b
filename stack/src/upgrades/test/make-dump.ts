import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createDb } from '@diorama/shared/server/db/knex.ts';
import { migrate } from '@diorama/shared/server/db/migrate.ts';
import { migrations } from '@diorama/shared/server/db/migrations/index.ts';
import { createDiskStore } from '@diorama/shared/server/objects/disk.ts';
import { folderPlace } from '@diorama/shared/server/operations/backup/backup-place.ts';
import { makeBackup } from '@diorama/shared/server/operations/backup/make-backup.ts';
import { zipSync } from 'fflate';
import { startPostgres } from '../../postgres/launch.ts';
import { insertSampleData } from './sample-data.ts';

/** Folder of the committed dumps, one for each migration, as the release that added it writes its data. */
export const DUMPS = join(import.meta.dirname, '../dumps');

/**
 * Writes `dumps/<migration>.zip`: a backup of a small installation with the schema up to that migration.
 * Run it with the release that adds the migration: `node stack/src/upgrades/test/make-dump.ts <migration>`.
 */
async function makeDump(name: string): Promise<string> {
  const last = migrations.findIndex((migration) => migration.name === name);
  if (last < 0) {
    throw new Error(`The last migration is ${migrations.at(-1)?.name}, and there is none with this name`);
  }
  const dataDir = await mkdtemp(join(tmpdir(), 'diorama-dump-'));
  const postgres = await startPostgres({ dataDir, password: 'dump' });
  const db = createDb(postgres.url, { name: 'diorama-dump', max: 2 });
  try {
    await migrate(postgres.url, migrations.slice(0, last + 1));
    const store = createDiskStore(join(dataDir, 'objects'));
    await insertSampleData(db, store);
    const folder = join(dataDir, 'backup');
    await makeBackup({ place: folderPlace(folder), databaseUrl: postgres.url, store });
    const path = join(DUMPS, `${name}.zip`);
    await writeFile(path, zipSync(await readFolder(folder), { level: 9, mtime: new Date(1980, 0, 1) }));
    return path;
  } finally {
    await db.destroy();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function readFolder(folder: string): Promise<Record<string, Uint8Array>> {
  const names = await readdir(folder, { recursive: true, encoding: 'utf8' });
  const files = await Promise.all(
    names.map(async (name) =>
      (await stat(join(folder, name))).isFile() ? [[name, await readFile(join(folder, name))]] : [],
    ),
  );
  return Object.fromEntries(files.flat());
}

if (import.meta.main) {
  console.log(`Wrote ${await makeDump(process.argv[2] ?? '')}`);
}
