import * as Y from 'yjs';
import { sourceIdOf } from './copies/generated-id.ts';
import { writeNodeField } from './copies/write-node.ts';
import type { Material } from './document.ts';
import { slotPropOf } from './nodes/kinds.ts';
import type { TableName } from './scene-change.ts';
import { newSceneId } from './scene-id.ts';
import { documentTables } from './tables.ts';
import { putField, putRow, type Row, readDocument, readRow, type SceneValues, sceneRoots } from './ydoc.ts';
import { type FieldTable, sceneFields, tableFields, valueAt } from './ydoc-fields.ts';

/** Edits of materials and scene values; transactions and origins as in `ops.ts`. */

/** Recursive partial; arrays are replaced as a whole. */
export type DeepPartial<T> = T extends readonly unknown[]
  ? T
  : T extends object
    ? { [K in keyof T]?: DeepPartial<T[K]> }
    : T;

/** Changes to scene values. */
export type ScenePatch = DeepPartial<Omit<SceneValues, 'version'>>;

/**
 * Adds a row to a table and returns its id.
 * @throws ZodError when a value is outside its schema, which is a bug in the caller.
 */
export function addRow<Name extends TableName>(
  ydoc: Y.Doc,
  name: Name,
  init: DeepPartial<Row<Name>>,
  id: string = newSceneId(),
): string {
  // The schema of a table is that of its rows.
  const row = documentTables[name].parse(init) as Row<Name>;
  ydoc.transact(() => putRow(name, sceneRoots(ydoc)[name], id, row));
  return id;
}

/** Changes values of a row at any depth; a removed row stays removed. */
export function updateRow<Name extends TableName>(
  ydoc: Y.Doc,
  name: Name,
  id: string,
  patch: DeepPartial<Row<Name>>,
): void {
  const map = sceneRoots(ydoc)[name].get(id);
  if (map instanceof Y.Map) {
    ydoc.transact(() => writePartial(tableFields[name], map, patch));
  }
}

/** Removes rows of a table. */
export function removeRows(ydoc: Y.Doc, name: TableName, ids: Iterable<string>): void {
  ydoc.transact(() => {
    for (const id of ids) {
      sceneRoots(ydoc)[name].delete(id);
    }
  });
}

/** Adds a material and returns its id. */
export function addMaterial(ydoc: Y.Doc, init: DeepPartial<Material>, id?: string): string {
  return addRow(ydoc, 'materials', init, id);
}

/** Changes values of a material at any depth. */
export function updateMaterial(ydoc: Y.Doc, id: string, patch: DeepPartial<Material>): void {
  updateRow(ydoc, 'materials', id, patch);
}

/** Removes a material; nodes that use it fall back to the default material, and lose the reference. */
export function removeMaterial(ydoc: Y.Doc, id: string): void {
  ydoc.transact(() => {
    const roots = sceneRoots(ydoc);
    roots.materials.delete(id);
    const users = Object.entries(readDocument(ydoc).nodes).filter(([, node]) => node.material === id);
    assign(
      ydoc,
      users.map(([user]) => user),
      null,
    );
  });
}

/** Assigns a material to nodes, or the default one for null. */
export function assignMaterial(ydoc: Y.Doc, ids: Iterable<string>, materialId: string | null): void {
  ydoc.transact(() => assign(ydoc, ids, materialId));
}

/** Replaces all slot materials of a node; a node whose kind has no slots is unchanged. */
export function assignSlots(ydoc: Y.Doc, id: string, materials: Readonly<Record<string, string>>): void {
  const node = readRow('nodes', sceneRoots(ydoc).nodes, sourceIdOf(id));
  const key = node && slotPropOf(node.kind);
  if (key !== undefined) {
    ydoc.transact(() => writeNodeField(ydoc, id, `props.${key}`, materials));
  }
}

/** Changes values of environment, effects, camera, tour or unit at any depth. */
export function updateScene(ydoc: Y.Doc, patch: ScenePatch): void {
  ydoc.transact(() => writePartial(sceneFields, sceneRoots(ydoc).scene, patch));
}

function assign(ydoc: Y.Doc, ids: Iterable<string>, materialId: string | null): void {
  for (const id of ids) {
    writeNodeField(ydoc, id, 'material', materialId);
  }
}

function writePartial(table: FieldTable, map: Y.Map<unknown>, patch: object): void {
  for (const field of table.fields.values()) {
    const value = valueAt(patch, field);
    if (value !== undefined) {
      putField(map, field, field.schema.parse(value));
    }
  }
}
