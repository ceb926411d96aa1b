import { findNodeDef } from '@diorama/shared/scene/nodes/index.ts';
import { parsePartKey } from '@diorama/shared/scene/part-entries.ts';
import { sceneRoots } from '@diorama/shared/scene/ydoc.ts';
import { nodeFields } from '@diorama/shared/scene/ydoc-fields.ts';
import { isRemoved, keyInParent } from '@diorama/shared/scene/yjs-internals.ts';
import * as Y from 'yjs';

/** Values of nodes that a transaction removed and this release does not know, by node; they return with the node. */
export function readUnknownKeys(
  transaction: Y.Transaction,
  ydoc: Y.Doc,
): Map<string, ReadonlyMap<string, unknown>> {
  const { nodes } = sceneRoots(ydoc);
  const removed = new Map<string, Map<string, unknown>>();
  // Yjs drops removed content only after the listeners.
  Y.iterateDeletedStructs(transaction, transaction.deleteSet, (struct) => {
    const map: unknown = struct instanceof Y.Item ? struct.parent : null;
    const isCurrent = struct instanceof Y.Item && struct.parentSub !== null && struct.right === null;
    if (isCurrent && map instanceof Y.Map && Object.is(map.parent, nodes) && isRemoved(map)) {
      const id = keyInParent(map) ?? '';
      const values = removed.get(id) ?? new Map<string, unknown>();
      removed.set(id, values.set(struct.parentSub ?? '', struct.content.getContent().at(-1)));
    }
  });
  return new Map(
    [...removed].flatMap(([id, values]) => {
      const unknown = onlyUnknown(values);
      return unknown.size > 0 ? [[id, unknown] as const] : [];
    }),
  );
}

/** Writes such values beside those of a node that is back. */
export function writeUnknownKeys(node: unknown, values: ReadonlyMap<string, unknown> | undefined): void {
  if (node instanceof Y.Map) {
    for (const [key, value] of values ?? []) {
      if (!node.has(key)) {
        node.set(key, value);
      }
    }
  }
}

function onlyUnknown(values: ReadonlyMap<string, unknown>): Map<string, unknown> {
  const def = findNodeDef(String(values.get('kind')));
  const fields = def && nodeFields(def.kind).fields;
  return new Map(
    [...values].filter(([key]) => {
      const name = parsePartKey(key)?.field ?? key;
      return fields !== undefined && !fields.has(name);
    }),
  );
}
