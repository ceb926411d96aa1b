import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startPostgres } from '../postgres/launch.ts';
import { createTemplate } from './database.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** URL of the server that all integration suites of a run share. */
    postgresUrl: string;
  }
}

/** Settings without durability, because the data does not outlive the run. */
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

/**
 * Runs one PostgreSQL for all integration suites, with a migrated template database. `TEST_POSTGRES_URL` names a server of
 * another host instead.
 */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const elsewhere = process.env.TEST_POSTGRES_URL;
  if (elsewhere) {
    await createTemplate(elsewhere);
    project.provide('postgresUrl', elsewhere);
    return async () => undefined;
  }
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
