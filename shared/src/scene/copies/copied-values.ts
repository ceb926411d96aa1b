import type { SceneDocument } from '../document.ts';
import { type FieldValues, fieldPath, parseFieldPath, type RowPlace } from '../field-values.ts';
import { ownMember } from '../json.ts';
import { type SetTable, textInSet, textInSetPath } from '../translations/translations.ts';
import { idBeside } from './beside.ts';
import { renamedValue } from './component-names.ts';
import { idsAlong, idWithin, namesOf, ownerOf, ownersAlong, sourceIdOf } from './generated-id.ts';

/** A copied node, and its original as shown. */
type CopiedId = { id: string; original: string };

/** Nodes that are copied. */
export type Copies = {
  /** The new id of a node that is copied itself, by the id under which it is shown. */
  newIdOf: (original: string) => string | undefined;
  /** Copies of a node by any id that values have for it: its id, one within an instance, or its source. */
  copiesOf: (id: string) => CopiedId[];
};

/** The id of a set of values for copies. */
export type NameOfSet = (table: SetTable, id: string) => string | null;

/** Nodes with those that others generate. */
type Shown = Pick<SceneDocument, 'nodes'>;

/** @param named - new ids of the copied nodes by the ids under which they are shown */
export function findCopies(named: ReadonlyMap<string, string>): Copies {
  const originals = new Map<string, string[]>();
  for (const original of named.keys()) {
    for (const name of namesOf(original)) {
      const alike = originals.get(name) ?? [];
      alike.push(original);
      originals.set(name, alike);
    }
  }
  return {
    newIdOf: (original) => named.get(original),
    copiesOf: (id) =>
      ownersAlong(id).flatMap((owner) => {
        const rest = id.slice(owner.length);
        return (originals.get(owner) ?? []).map((original) => ({
          id: (named.get(original) ?? original) + rest,
          original: original + rest,
        }));
      }),
  };
}

/** The new id of what a node's original names, which is its copy in the same instance. */
export function nameBeside(shown: Shown, { newIdOf }: Copies, original: string): (id: string) => string {
  return (id) => newIdOf(idBeside(shown, original, id)) ?? id;
}

/**
 * Values of nodes by the paths that they have in copies. Values of a source hold for its copies, unless an
 * instance overrides them.
 * @param nameOfSet - the id of the choice, state or key whose texts are copied; null for none
 */
export function copiedValues(
  values: FieldValues,
  { shown, copies, nameOfSet = () => null }: { shown: Shown; copies: Copies; nameOfSet?: NameOfSet },
): Record<string, unknown> {
  const copied = Object.entries(values).flatMap(([path, value]) => {
    const found = nodePlaceIn(path, nameOfSet);
    if (!found) {
      return [];
    }
    const { place, pathAt } = found;
    return copies
      .copiesOf(place.id)
      .filter(({ original }) => !isOverridden(shown, original, place))
      .map(({ id, original }) => {
        const node = ownMember(shown.nodes, original) ?? ownMember(shown.nodes, sourceIdOf(original));
        const rename = nameBeside(shown, copies, original);
        const next = node ? renamedValue(node, { field: place.field, value, rename }) : value;
        return { path: pathAt(id), value: next, depth: idsAlong(place.id).length };
      });
  });
  // A value of one copy overrides that of its source.
  const inOrder = copied.sort((a, b) => a.depth - b.depth);
  return Object.fromEntries(inOrder.map(({ path, value }) => [path, value]));
}

/** The node's field that a path concerns, and the path for the same field of another node. */
function nodePlaceIn(
  path: string,
  nameOfSet: NameOfSet,
): { place: RowPlace; pathAt: (id: string) => string } | null {
  const place = parseFieldPath(path);
  if (place?.table === 'nodes') {
    return { place, pathAt: (id) => fieldPath({ ...place, id }) };
  }
  const inSet = place && textInSet(place);
  const set = inSet ? nameOfSet(inSet.table, inSet.id) : null;
  return inSet && set !== null
    ? {
        place: inSet.place,
        pathAt: (id) => textInSetPath({ ...inSet, id: set, place: { ...inSet.place, id } }),
      }
    : null;
}

/** Whether an instance that shows a node has another value for a field than the given place. */
function isOverridden({ nodes }: Shown, shown: string, { id, field }: RowPlace): boolean {
  for (let owner = ownerOf(shown); owner !== null; owner = ownerOf(owner)) {
    const within = idWithin(owner, '', shown);
    const node = ownMember(nodes, owner);
    const values = node?.kind === 'instance' ? node.props.values : {};
    if (
      within !== null &&
      within.length >= id.length &&
      Object.hasOwn(values, fieldPath({ table: 'nodes', id: within, field }))
    ) {
      return true;
    }
  }
  return false;
}
