import { TABLE_LIMITS } from './defaults.ts';

/** A table of rows by id, besides the nodes. */
export type TableName = keyof typeof TABLE_LIMITS;

/** The names of all tables. */
// The keys of a literal are its type's.
export const TABLE_NAMES = Object.keys(TABLE_LIMITS) as TableName[];

/** Ids of added, changed and removed rows. */
export type TouchedIds = Record<'nodes' | TableName, Set<string>>;

/** Extent of a change: rows of the nodes and of each table, and whether other parts changed. */
export type SceneChange = Readonly<Record<keyof TouchedIds, ReadonlySet<string>>> & {
  readonly scene: boolean;
};

/** The part of a change that a view draws. */
export type DrawnChange = Pick<SceneChange, 'nodes' | 'materials' | 'scene'>;

/** A change without rows, to add to. */
export function noChange(): TouchedIds {
  const tables = TABLE_NAMES.map((name) => [name, new Set<string>()] as const);
  return { nodes: new Set(), ...Object.fromEntries(tables) } as TouchedIds;
}

/** Union of the ids of two changes. */
export function uniteChanges(a: SceneChange, b: SceneChange): SceneChange {
  const rows = (['nodes', ...TABLE_NAMES] as const).map((name) => [name, a[name].union(b[name])] as const);
  // `fromEntries` loses the names of the tables.
  return { ...(Object.fromEntries(rows) as TouchedIds), scene: a.scene || b.scene };
}

/** Whether nothing is changed. */
export function isNoChange(change: SceneChange): boolean {
  return !change.scene && change.nodes.size === 0 && TABLE_NAMES.every((name) => change[name].size === 0);
}
