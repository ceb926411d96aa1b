import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Knex } from '../knex.ts';

/** One forward-only step of the schema. */
export type Migration = { name: string; up: (trx: Knex.Transaction) => Promise<void> };

/** The schema of version 1.0.0, in place of the migrations before it. */
const BASELINE = '0001-baseline';
/** Last migration before the baseline. */
const LAST_BEFORE_BASELINE = '0076-file-settings';

/** All migrations in execution order. New ones are only appended. */
export const migrations: readonly Migration[] = [
  BASELINE,
  '0002-drop-unused',
  '0003-workspace-archives',
  '0004-origins',
  '0005-read-only',
  '0006-option-outputs',
  '0007-library-components',
  '0008-sounds',
  '0009-contents-and-authors',
].map(fromSql);

/**
 * Names of the applied migrations of a database or a backup. The schema of the newest version before 1.0
 * counts as the baseline, which is the same.
 * @throws Error for an older schema
 */
export function toKnownMigrations(names: readonly string[]): string[] {
  if (names.length === 0 || names.includes(BASELINE)) {
    return [...names];
  }
  if (!names.includes(LAST_BEFORE_BASELINE)) {
    throw new Error(
      'This schema is older than the newest version before 1.0, and cannot be migrated to this release. ' +
        'Start the newest version before 1.0 with it first',
    );
  }
  return [BASELINE];
}

/** A migration whose SQL is in a file of its name, or in the files of a folder. */
function fromSql(name: string): Migration {
  const files = readdirSync(import.meta.dirname, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.startsWith(name) && file.endsWith('.sql'))
    .sort();
  return {
    name,
    up: async (trx) => {
      for (const file of files) {
        await trx.raw(readFileSync(join(import.meta.dirname, file), 'utf8'));
      }
    },
  };
}
