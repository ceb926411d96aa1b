import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startPostgres } from '../postgres/launch.ts';
import { createTemplate } from './database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** The server that all integration suites of a run share. */
    postgresUrl: string;
  }
}

/** No data outlives the run, so durability is off. */
const SETTINGS = [
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=8GB',
  'checkpoint_timeout=1h',
  'max_connections=400',
];

/** Runs one PostgreSQL for all integration suites, with a migrated template for their databases. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const dataDir = mkdtempSync(join(tmpdir(), 'diorama-test-'));
  chmodSync(dataDir, 0o755);
  const postgres = await startPostgres({ dataDir, password: 'test', settings: SETTINGS });
  await createTemplate(postgres.url);
  project.provide('postgresUrl', postgres.url);
  return async () => {
    await postgres.stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
}
