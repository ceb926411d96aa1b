import { SCENE_VERSION } from './defaults.ts';
import { isRecord } from './json.ts';
import type { NodeMigration } from './nodes/define.ts';
import { nodeDefs } from './nodes/index.ts';

/** Migrates a document of version `to - 1` to version `to`. Receives a private copy and may mutate it. */
export type DocumentMigration = {
  to: number;
  migrate: (document: Record<string, unknown>) => Record<string, unknown>;
};

type KindWithMigrations = { kind: string; migrations?: readonly NodeMigration[] };

/**
 * All migrations, ascending and without gaps from version 2 to {@link SCENE_VERSION}: those of the document,
 * then those of node kinds.
 */
export const documentMigrations: readonly DocumentMigration[] = withKinds([], nodeDefs);

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

/** Appends the migrations of node kinds to those of the document for the same version. */
export function withKinds(
  migrations: readonly DocumentMigration[],
  kinds: readonly KindWithMigrations[],
): DocumentMigration[] {
  const ofKinds = kinds.flatMap(({ kind, migrations: own = [] }) =>
    own.map(({ to, migrate }) => ({ to, migrate: overNodes(kind, migrate) })),
  );
  return [...migrations, ...ofKinds].sort((a, b) => a.to - b.to);
}

function overNodes(kind: string, migrate: NodeMigration['migrate']): DocumentMigration['migrate'] {
  return (document) => {
    const { nodes } = document;
    if (!isRecord(nodes)) {
      return document;
    }
    const entries = Object.entries(nodes).map(([id, node]) => [
      id,
      isRecord(node) && node.kind === kind ? migrate(node) : node,
    ]);
    return { ...document, nodes: Object.fromEntries(entries) };
  };
}
