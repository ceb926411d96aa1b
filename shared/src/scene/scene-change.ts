import { TABLE_LIMITS } from './defaults.ts';

/** A table of rows by id, besides the nodes. */
export type TableName = keyof typeof TABLE_LIMITS;

/** The names of all tables. */
// The keys of a literal are its type's.
export const TABLE_NAMES = Object.keys(TABLE_LIMITS) as TableName[];

/** The nodes, or a table. */
export type RowTable = 'nodes' | TableName;

/** All that has rows by id, in the order of documents. */
export const ROW_TABLES: readonly RowTable[] = [...TABLE_NAMES, 'nodes'];

/** Ids of added, changed and removed rows. */
export type TouchedIds = Record<RowTable, Set<string>>;

/** Extent of a change: rows of the nodes and of each table, and whether other parts changed. */
export type SceneChange = Readonly<Record<RowTable, ReadonlySet<string>>> & {
  readonly scene: boolean;
};

/** The part of a change that a view draws. */
export type DrawnChange = Pick<SceneChange, 'nodes' | 'materials' | 'scene'>;

/** A change without rows, to add to. */
export function noChange(): TouchedIds {
  // `fromEntries` loses the names of the tables.
  return Object.fromEntries(ROW_TABLES.map((name) => [name, new Set<string>()])) as TouchedIds;
}

/** Union of the ids of two changes. */
export function uniteChanges(a: SceneChange, b: SceneChange): SceneChange {
  const rows = ROW_TABLES.map((name) => [name, a[name].union(b[name])] as const);
  // `fromEntries` loses the names of the tables.
  return { ...(Object.fromEntries(rows) as TouchedIds), scene: a.scene || b.scene };
}

/** Whether nothing is changed. */
export function isNoChange(change: SceneChange): boolean {
  return !change.scene && ROW_TABLES.every((name) => change[name].size === 0);
}
