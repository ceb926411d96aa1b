import { chmodSync, mkdtempDisposableSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrate } from '@diorama/shared/server/db/migrate.ts';
import { startPostgres } from '@diorama/stack/postgres/launch.ts';

/** A migrated PostgreSQL with the product's settings, including durability; `close` removes it. */
export async function openDatabase(): Promise<{ url: string; close(): Promise<void> }> {
  const dir = mkdtempDisposableSync(join(tmpdir(), 'diorama-bench-'));
  chmodSync(dir.path, 0o755);
  const postgres = await startPostgres({ dataDir: dir.path, password: 'bench' });
  await migrate(postgres.url);
  return {
    url: postgres.url,
    close: async () => {
      await postgres.stop();
      dir.remove();
    },
  };
}
