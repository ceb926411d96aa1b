import * as Y from 'yjs';
import { MAX_FIELD_VALUES } from '../defaults.ts';
import type { SceneDocument } from '../document.ts';
import { type FieldValues, fieldPath } from '../field-values.ts';
import { isSameJson, ownMember } from '../json.ts';
import { sceneRoots } from '../ydoc.ts';
import { putValues } from './copied-rows.ts';
import { byPath, copiedValues, findCopies, PLACED_FIELDS } from './copied-values.ts';
import { idWithin, isGeneratedId, namesOf, ownerOf, storedOwnerOf } from './generated-id.ts';

type Nodes = SceneDocument['nodes'];

/** Most overrides that one edit adds: each is stored, also after it is undone. */
const MAX_ADDED = 20_000;

/**
 * Overrides with which instances go on showing the copies of repeats of their component as before, once these are
 * nodes of the component. What an instance overrides for the source of a copy it overrides for the copy.
 * @param shown - all nodes with generated ones, and those of the component without an instance
 * @param made - `named` are the new ids of the copies of `repeats`
 * @returns values by stored instance; null where they are too many, or where an instance has further copies
 */
export function overridesOfCopies(
  { stored, shown }: { stored: Nodes; shown: Nodes },
  { named, repeats }: { named: ReadonlyMap<string, string>; repeats: readonly string[] },
): Map<string, FieldValues> | null {
  const placed = placedInInstances(shown, { named, repeats });
  if (placed === null) {
    return null;
  }
  const placedIn = Map.groupBy(placed, ({ instance }) => instance);
  const copies = findCopies(named);
  const overrides = new Map<string, FieldValues>();
  let added = placed.length;
  for (const [id, node] of Object.entries(stored)) {
    if (node.kind === 'instance') {
      const own = node.props.values;
      const copied = copiedValues(own, { shown: { nodes: shown }, copies, isBeside: true });
      const repeated = copied.filter(({ owner }) => ownMember(shown, owner ?? '')?.kind === 'repeat');
      const places = placedIn.get(id)?.map(({ path, value }) => [path, value]) ?? [];
      const values: FieldValues = { ...byPath(repeated), ...Object.fromEntries(places) };
      added += repeated.length;
      if (added > MAX_ADDED || Object.keys({ ...own, ...values }).length > MAX_FIELD_VALUES) {
        return null;
      }
      overrides.set(id, values);
    }
  }
  return overrides;
}

/** Writes such overrides. */
export function addOverrides(ydoc: Y.Doc, overrides: ReadonlyMap<string, FieldValues>): void {
  for (const [id, values] of overrides) {
    const row = sceneRoots(ydoc).nodes.get(id);
    if (row instanceof Y.Map) {
      putValues(row, 'instance', values);
    }
  }
}

type Placed = { instance: string; path: string; value: unknown };

/** Where instances show copies in other places than the component; null where one has further copies. */
function placedInInstances(
  shown: Nodes,
  { named, repeats }: { named: ReadonlyMap<string, string>; repeats: readonly string[] },
): Placed[] | null {
  const placed: Placed[] = [];
  const generated = Object.keys(shown).filter(isGeneratedId);
  const byOwner = Map.groupBy(generated, (id) => ownerOf(id) ?? '');
  for (const id of generated) {
    const [repeat, own] = [
      shown[id],
      namesOf(id)
        .slice(1)
        .find((name) => repeats.includes(name)),
    ];
    if (repeat?.kind !== 'repeat' || own === undefined) {
      continue;
    }
    const outer = id.slice(0, id.length - own.length);
    const instance = storedOwnerOf(id);
    if (byOwner.get(id)?.some((copy) => !named.has(copy.slice(outer.length)))) {
      return null;
    }
    const copies = byOwner.get(own) ?? [];
    for (const copy of copies.filter((one) => shown[one]?.parent === own)) {
      const [here, there] = [ownMember(shown, copy), ownMember(shown, outer + copy)];
      const within = idWithin(instance, '', outer + named.get(copy));
      // With the same pattern, an absent copy is one for which the scene has no room.
      const isAbsent = !there && !isSameJson(repeat.props, shown[own]?.props);
      for (const field of within === null ? [] : PLACED_FIELDS) {
        const isOther = there ? !isSameJson(there[field], here?.[field]) : isAbsent && field === 'visible';
        if (isOther && within !== null) {
          const path = fieldPath({ table: 'nodes', id: within, field });
          placed.push({ instance, path, value: there?.[field] ?? false });
        }
      }
    }
  }
  return placed;
}
