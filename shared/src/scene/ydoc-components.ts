import type * as Y from 'yjs';
import { areCurrent, componentKey, markKey, markOf, type StoredComponents } from './component-entries.ts';
import { BASE, type ComponentChanges } from './component-form.ts';
import { isSameJson } from './json.ts';
import { type Field, readComponents } from './ydoc-fields.ts';

/** A value with more changes than this becomes the base of new ones, where its form allows that. */
const MOST_CHANGES = 400;

/** The value of one field of a shared map. */
export function readField(map: Y.Map<unknown>, field: Field): unknown {
  return readComponents(field, storedComponents(map, field));
}

/** Writes the components of a value that differ from those that are there. */
export function putComponents(map: Y.Map<unknown>, field: Field, next: unknown): void {
  const stored = storedComponents(map, field);
  const before = readComponents(field, stored);
  if (!field.form || isSameJson(before, next)) {
    return;
  }
  const isCurrent = areCurrent(stored, field.fallback);
  const components = isCurrent ? stored.components : new Map<string, unknown>();
  let changes: ComponentChanges = field.form.changes(before, next, components);
  const isRebased = field.form.canRebase === true && changes.size > MOST_CHANGES;
  if (isRebased) {
    changes = new Map([[BASE, next]]);
  }
  if (!isCurrent || isRebased) {
    for (const name of stored.components.keys()) {
      map.delete(componentKey(field.key, name));
    }
  }
  // Never removed, even where it is the default: Yjs would not pick the same winner for it and its mark.
  map.set(field.key, structuredClone(next));
  map.set(markKey(field.key), markOf(next));
  for (const [name, value] of changes) {
    map.set(componentKey(field.key, name), structuredClone(value));
  }
}

function storedComponents(map: Y.Map<unknown>, { key, form }: Field): StoredComponents {
  const prefix = markKey(key);
  const mark = form ? map.get(prefix) : undefined;
  const components = new Map<string, unknown>();
  // Without a mark nothing was ever written beside the whole value.
  if (mark !== undefined) {
    for (const [name, value] of map.entries() as Iterable<[string, unknown]>) {
      if (name.startsWith(prefix) && name !== prefix) {
        components.set(name.slice(prefix.length), value);
      }
    }
  }
  return { whole: map.get(key), mark, components };
}
