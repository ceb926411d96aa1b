import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@diorama/shared/server/db/migrate.ts';
import { startPostgres } from '@diorama/stack/postgres/launch.ts';

/** A migrated PostgreSQL with the product's settings, including durability; `close` removes it. */
export async function openDatabase(): Promise<{ url: string; close(): Promise<void> }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'diorama-bench-'));
  chmodSync(dataDir, 0o755);
  const postgres = await startPostgres({ dataDir, password: 'bench' });
  await migrate(postgres.url);
  return {
    url: postgres.url,
    close: async () => {
      await postgres.stop();
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}
