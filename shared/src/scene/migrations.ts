import { SCENE_VERSION } from './defaults.ts';
import { isRecord } from './json.ts';

/** Migrates a document of version `to - 1` to version `to`. Receives a private copy and may mutate it. */
export type DocumentMigration = {
  to: number;
  migrate: (document: Record<string, unknown>) => Record<string, unknown>;
};

/** All migrations, ascending and without gaps from version 2 to {@link SCENE_VERSION}. */
export const documentMigrations: readonly DocumentMigration[] = [];

/**
 * Migrates a raw document to the current version. Values that are not objects, have no usable version or are
 * newer are returned unchanged, for the schema to reject.
 * @param migrations the table to use; tests may pass another one.
 */
export function migrateDocument(
  input: unknown,
  migrations: readonly DocumentMigration[] = documentMigrations,
  current: number = SCENE_VERSION,
): unknown {
  if (!isRecord(input)) {
    return input;
  }
  const version = input.version ?? current;
  if (typeof version !== 'number' || !Number.isInteger(version) || version < 1 || version >= current) {
    return input;
  }
  const needed = migrations.filter(({ to }) => to > version && to <= current);
  const document = needed.reduce((before, { migrate }) => migrate(before), structuredClone(input));
  return { ...document, version: current };
}
