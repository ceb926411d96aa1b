import type { SceneDocument } from '../document.ts';
import { type FieldValues, fieldPath, parseFieldPath, type RowPlace } from '../field-values.ts';
import { ownMember } from '../json.ts';
import { hasReferences } from '../nodes/kinds.ts';
import { type SetTable, textInSet, textInSetPath } from '../translations/translations.ts';
import { renamedValue } from './component-names.ts';
import {
  idsAlong,
  idsWithinOwners,
  idWithin,
  isGeneratedId,
  isRepeated,
  ownerOf,
  ownersAlong,
  sourceIdOf,
} from './generated-id.ts';
import { resolveNodeId } from './resolve-references.ts';

/** A copied node, its original as shown, and the copied node that has it or is it. */
type CopiedId = { id: string; original: string; of: string };

/** Nodes that are copied. */
export type Copies = {
  /** The new id of a node that is copied itself, by the id under which it is shown. */
  newIdOf: (original: string) => string | undefined;
  /** Copies of a node by any id that values have for it: its id, one within an instance, or its source. */
  copiesOf: (id: string) => CopiedId[];
  /** The new id of exactly this node, or of one within a copied node; undefined for others. */
  replacementOf: (id: string) => string | undefined;
};

/** The id of a set of values for the copies of an owner; null where its texts are not copied. */
export type NameOfSet = (table: SetTable, id: string, owner: string | null) => string | null;

/** Nodes with those that others generate. */
type Shown = Pick<SceneDocument, 'nodes'>;

/** Fields that a repeat chooses for the outermost nodes of its copies. */
const PLACED: ReadonlySet<string> = new Set(['position', 'rotation', 'scale', 'visible']);

/** @param named - new ids of the copied nodes by the ids under which they are shown */
export function findCopies(named: ReadonlyMap<string, string>): Copies {
  const originals = new Map<string, string[]>();
  for (const original of named.keys()) {
    for (const name of idsWithinOwners(original)) {
      const alike = originals.get(name) ?? [];
      alike.push(original);
      originals.set(name, alike);
    }
  }
  const beginning = (id: string): CopiedId[] =>
    ownersAlong(id).flatMap((owner) => {
      const rest = id.slice(owner.length);
      return (originals.get(owner) ?? []).map((of) => ({
        id: (named.get(of) ?? of) + rest,
        original: of + rest,
        of,
      }));
    });
  // A node in an instance of the component that has the copied nodes, or that has a repeat whose copies these replace.
  const further = (id: string): CopiedId[] =>
    idsWithinOwners(id)
      .slice(1)
      .flatMap((within) => {
        const outer = id.slice(0, id.length - within.length);
        const exact = beginning(within).filter(
          ({ original, of }) => isRepeated(of) || (original === within && isGeneratedId(of)),
        );
        return exact.map((copy) => ({ ...copy, id: outer + copy.id, original: outer + copy.original }));
      });
  return {
    newIdOf: (original) => named.get(original),
    replacementOf: (id) => {
      for (const within of idsWithinOwners(id)) {
        for (const owner of ownersAlong(within)) {
          const copy = within === id || isGeneratedId(owner) ? named.get(owner) : undefined;
          if (copy !== undefined) {
            return id.slice(0, id.length - within.length) + copy + within.slice(owner.length);
          }
        }
      }
      return undefined;
    },
    copiesOf: (id) => [...beginning(id), ...further(id)],
  };
}

/** The new id of what a node's original names, which is its copy in the same copy or instance. */
export function copyIdResolver(shown: Shown, { newIdOf }: Copies, original: string): (id: string) => string {
  const copy = original.slice(0, original.length - sourceIdOf(original).length);
  return (id) => newIdOf(copy + id) ?? newIdOf(resolveNodeId(shown, original, id)) ?? id;
}

/**
 * A value of a copy. `owner` is the node that generated its original; `isExact` is whether the value was one of that
 * alone.
 */
export type CopiedValue = { path: string; value: unknown; owner: string | null; isExact: boolean };

/**
 * Values of nodes by the paths that they have in copies. Values of a source hold for its copies, unless an
 * instance overrides them.
 * @param nameOfSet - the id of the choice, state or key whose texts are copied; null for none
 * @param isAppliedByInstance - whether the instance itself applies the values, over its overrides
 * @returns the values of sources first, which those of their copies override
 */
export function copiedValues(
  values: FieldValues,
  {
    shown,
    copies,
    nameOfSet = () => null,
    isAppliedByInstance = false,
  }: { shown: Shown; copies: Copies; nameOfSet?: NameOfSet; isAppliedByInstance?: boolean },
): CopiedValue[] {
  const copied = Object.entries(values).flatMap(([path, value]) => {
    const found = nodePlaceIn(path, nameOfSet);
    if (!found) {
      return [];
    }
    const { place, pathAt } = found;
    return copies.copiesOf(place.id).flatMap(({ id, original, of }) => {
      const owner = ownerOf(of);
      const at = pathAt(id, owner);
      const isHidden = !isAppliedByInstance && at?.isOwn !== true && isOverridden(shown, original, place);
      if (at === null || isHidden || isPlaced(shown, of, place)) {
        return [];
      }
      const node = ownMember(shown.nodes, original) ?? ownMember(shown.nodes, sourceIdOf(original));
      const names = { rename: copyIdResolver(shown, copies, original), renameMaterial: (one: string) => one };
      const next =
        node && hasReferences(node.kind)
          ? renamedValue(node, { field: place.field, value, ...names })
          : value;
      const isExact = original === place.id;
      return [{ path: at.path, value: next, owner, isExact, depth: idsAlong(place.id).length }];
    });
  });
  return copied.sort((a, b) => a.depth - b.depth);
}

/** Values by path, in the order in which they were set last. */
export function byPath(values: readonly CopiedValue[]): Record<string, unknown> {
  const last = new Map<string, unknown>();
  for (const { path, value } of values) {
    last.delete(path);
    last.set(path, value);
  }
  return Object.fromEntries(last);
}

/** A path of a copy; `isOwn` is whether it is in a set that was copied for its owner. */
type PathOfCopy = { path: string; isOwn: boolean };

/** The node's field that a path concerns, and the path for the same field of another node. */
function nodePlaceIn(
  path: string,
  nameOfSet: NameOfSet,
): { place: RowPlace; pathAt: (id: string, owner: string | null) => PathOfCopy | null } | null {
  const place = parseFieldPath(path);
  if (place?.table === 'nodes') {
    return { place, pathAt: (id) => ({ path: fieldPath({ ...place, id }), isOwn: false }) };
  }
  const inSet = place && textInSet(place);
  return inSet
    ? {
        place: inSet.place,
        pathAt: (id, owner) => {
          const set = nameOfSet(inSet.table, inSet.id, owner);
          const path = set && textInSetPath({ ...inSet, id: set, place: { ...inSet.place, id } });
          return path ? { path, isOwn: set !== inSet.id } : null;
        },
      }
    : null;
}

/** Whether a repeat, not the source, decides about a field of a copied node. */
function isPlaced({ nodes }: Shown, copied: string, { id, field }: RowPlace): boolean {
  const owner = ownerOf(copied);
  return (
    owner !== null &&
    PLACED.has(field) &&
    sourceIdOf(id) === sourceIdOf(copied) &&
    ownMember(nodes, owner)?.kind === 'repeat' &&
    ownMember(nodes, copied)?.parent === owner
  );
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
