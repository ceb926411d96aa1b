import * as Y from 'yjs';
import type { Material } from './document.ts';
import { material as materialSchema } from './material.ts';
import { slotPropOf } from './nodes/kinds.ts';
import { newSceneId } from './scene-id.ts';
import {
  putField,
  putRow,
  readDocument,
  readNode,
  type SceneRoots,
  type SceneValues,
  sceneRoots,
} from './ydoc.ts';
import { type FieldTable, nodeFields, sceneFields, tableFields, valueAt } from './ydoc-fields.ts';

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
 * Adds a material and returns its id.
 * @throws ZodError when a value is outside its schema, which is a bug in the caller.
 */
export function addMaterial(ydoc: Y.Doc, init: DeepPartial<Material>, id: string = newSceneId()): string {
  ydoc.transact(() => putRow('materials', sceneRoots(ydoc).materials, id, materialSchema.parse(init)));
  return id;
}

/** Changes values of a material at any depth; a removed material stays removed. */
export function updateMaterial(ydoc: Y.Doc, id: string, patch: DeepPartial<Material>): void {
  const map = sceneRoots(ydoc).materials.get(id);
  if (map instanceof Y.Map) {
    ydoc.transact(() => writePartial(tableFields.materials, map, patch));
  }
}

/** Removes a material; nodes that use it fall back to the default material, and lose the reference. */
export function removeMaterial(ydoc: Y.Doc, id: string): void {
  ydoc.transact(() => {
    const roots = sceneRoots(ydoc);
    roots.materials.delete(id);
    const users = Object.entries(readDocument(ydoc).nodes).filter(([, node]) => node.material === id);
    assign(
      roots,
      users.map(([user]) => user),
      null,
    );
  });
}

/** Assigns a material to nodes, or the default one for null. */
export function assignMaterial(ydoc: Y.Doc, ids: Iterable<string>, materialId: string | null): void {
  ydoc.transact(() => assign(sceneRoots(ydoc), ids, materialId));
}

/** Replaces all slot materials of a node; a node whose kind has no slots is unchanged. */
export function assignSlots(ydoc: Y.Doc, id: string, materials: Readonly<Record<string, string>>): void {
  const { nodes } = sceneRoots(ydoc);
  const map = nodes.get(id);
  const node = readNode(nodes, id);
  const key = node && slotPropOf(node.kind);
  const field = node && nodeFields(node.kind).fields.get(`props.${key}`);
  if (map instanceof Y.Map && field) {
    ydoc.transact(() => putField(map, field, field.schema.parse(materials)));
  }
}

/** Changes values of environment, effects, camera, tour or unit at any depth. */
export function updateScene(ydoc: Y.Doc, patch: ScenePatch): void {
  ydoc.transact(() => writePartial(sceneFields, sceneRoots(ydoc).scene, patch));
}

function assign({ nodes }: SceneRoots, ids: Iterable<string>, materialId: string | null): void {
  for (const id of ids) {
    const map = nodes.get(id);
    if (!(map instanceof Y.Map)) {
      continue;
    }
    if (materialId === null) {
      map.delete('material');
    } else {
      map.set('material', materialId);
    }
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
