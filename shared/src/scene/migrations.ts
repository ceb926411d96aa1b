import { SCENE_VERSION } from './defaults.ts';

/** Turns a document of version `to - 1` into one of version `to`. Gets a private copy and may change it. */
export type DocumentMigration = {
  to: number;
  migrate: (document: Record<string, unknown>) => Record<string, unknown>;
};

/** All migrations, ascending and without gaps from version 2 to {@link SCENE_VERSION}. */
export const documentMigrations: readonly DocumentMigration[] = [];

/**
 * Brings a raw document up to the current version; whatever is not an object, has no usable version or is newer is
 * returned as it is, for the schema to refuse.
 * @param migrations the table to use, the real one unless a test brings its own.
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

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
