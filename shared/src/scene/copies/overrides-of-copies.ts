import * as Y from 'yjs';
import { MAX_FIELD_VALUES } from '../defaults.ts';
import type { SceneDocument, SceneNode } from '../document.ts';
import { type FieldValues, parseFieldPath, type RowPlace } from '../field-values.ts';
import { fitsNode } from '../fits-field.ts';
import { ownMember } from '../json.ts';
import { guideOf } from '../nodes/repeat/repeat-layout.ts';
import { resolveHierarchy, withDescendants } from '../resolve.ts';
import { sceneRoots } from '../ydoc.ts';
import { putValues } from './copied-rows.ts';
import { byPath, copiedValues, findCopies } from './copied-values.ts';
import { expandDocument } from './expansion.ts';
import { idInCopy, idsWithinOwners, isRepeated, ownerOf, ownersAlong, sourceIdOf } from './generated-id.ts';

type Nodes = SceneDocument['nodes'];

/** Most overrides that one edit adds: each is stored, also after it is undone. */
const MAX_ADDED = 20_000;

/** Largest difference of equal places, in metres and in parts of a quaternion: repeats along guides round. */
const TOLERANCE = 1e-6;

/** Fields of a source that move its copies too. */
const TRANSFORM: readonly string[] = ['position', 'rotation', 'scale'];

/** Repeats of the edited component, null for none, and the new ids of their copies. */
type MadeSingle = {
  component: string | null;
  repeats: readonly string[];
  named: ReadonlyMap<string, string>;
};

/** Stored nodes, those that are shown, and those of the component as a group. */
type Sides = { stored: Nodes; shown: Nodes; plain: Nodes };

/** The document with the nodes of a component as those of a group, so that its repeats generate copies. */
export function withComponentAsGroup(document: SceneDocument, component: string | null): SceneDocument {
  const id = component ?? '';
  const node = ownMember(document.nodes, id);
  const placeless = { position: [0, 0, 0], rotation: [0, 0, 0, 1], scale: [1, 1, 1] };
  const group = node && ({ ...node, ...placeless, kind: 'group', props: {} } as SceneNode);
  const nodes = group ? { ...document.nodes, [id]: group } : document.nodes;
  return expandDocument({ ...document, nodes }, { fits: fitsNode }).document;
}

/**
 * Overrides with which the instances of a component look as before, once the copies of its repeats are nodes: what
 * an instance overrides for the source of a copy, it overrides for the copy.
 * @returns values by instance; null where an instance has copies elsewhere, or would need too many values
 */
export function overridesOfCopies(
  sides: Sides,
  { component, repeats, named }: MadeSingle,
): Map<string, FieldValues> | null {
  if (component === null) {
    return new Map();
  }
  const { stored, plain } = sides;
  const within = new Set(withDescendants(resolveHierarchy(stored), [component]));
  const made = { component, named, repeats: repeats.filter((id) => within.has(id)) };
  if (!areGuidedAlike(sides, made)) {
    return null;
  }
  const copies = findCopies(named);
  const overrides = new Map<string, FieldValues>();
  let added = 0;
  for (const [id, node] of Object.entries(stored)) {
    const all = node.kind === 'instance' ? node.props.values : {};
    const own = Object.entries(all).flatMap(([path, value]) => {
      const place = placeWithin(path, node, { nodes: stored, component });
      return place ? [{ path, value, place }] : [];
    });
    if (own.some(({ place }) => placesCopies(place, stored, made))) {
      return null;
    }
    const values = Object.fromEntries(own.map(({ path, value }) => [path, value]));
    const copied = copiedValues(values, { shown: { nodes: plain }, copies, isAppliedByInstance: true });
    const repeated = copied.filter(({ owner }) => made.repeats.includes(owner ?? ''));
    added += repeated.length;
    if (added > MAX_ADDED || Object.keys(all).length + repeated.length > MAX_FIELD_VALUES) {
      return null;
    }
    if (repeated.length > 0) {
      overrides.set(id, byPath(repeated));
    }
  }
  // Instances that a repeat of the scene made become nodes in the same step.
  for (const [original, copy] of named) {
    const own = overrides.get(sourceIdOf(original));
    if (own) {
      overrides.set(copy, own);
      added += Object.keys(own).length;
    }
  }
  return added > MAX_ADDED ? null : overrides;
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

/**
 * Place in a component that an override of an instance changes. The instance is one of the component, or contains one;
 * null for any other.
 */
function placeWithin(
  path: string,
  node: SceneNode,
  { nodes, component }: { nodes: Nodes; component: string },
): RowPlace | null {
  const isInstance = (one: SceneNode | undefined) =>
    one?.kind === 'instance' && one.props.component === component;
  const place = parseFieldPath(path);
  // Overrides of copies in repeats have no effect.
  if (place?.table !== 'nodes' || isRepeated(place.id)) {
    return null;
  }
  if (isInstance(node)) {
    return place;
  }
  const owner = ownersAlong(place.id).find((id) => isInstance(nodes[sourceIdOf(id)]));
  const id = owner === undefined ? '' : place.id.slice(idInCopy(owner, '', '').length);
  return id === '' ? null : { ...place, id };
}

/** Whether an override moves copies of a repeat, or changes their number. */
function placesCopies({ id, field }: RowPlace, nodes: Nodes, { repeats }: MadeSingle): boolean {
  return repeats.includes(id)
    ? field.startsWith('props.')
    : repeats.includes(nodes[id]?.parent ?? '') && TRANSFORM.includes(field);
}

/**
 * Whether copies along a path or on a surface are in the same places in all instances. They follow the scene's
 * directions, and guides elsewhere in it, so that instances may differ without an override.
 */
function areGuidedAlike({ shown, plain }: Sides, { repeats, named }: MadeSingle): boolean {
  const isGuided = (id: string) => {
    const node = ownMember(plain, id);
    return node?.kind === 'repeat' && guideOf(node.props) !== null;
  };
  const guided = repeats.filter(isGuided);
  if (guided.length === 0) {
    return true;
  }
  const byOwner = Map.groupBy(Object.keys(shown), (id) => ownerOf(id) ?? '');
  const copiesOf = Map.groupBy(named.keys(), (id) => ownerOf(id) ?? '');
  const shownRepeats = Object.keys(shown).filter((id) => shown[id]?.kind === 'repeat');
  return shownRepeats.every((owner) => {
    const repeat = idsWithinOwners(owner)
      .slice(1)
      .find((name) => guided.includes(name));
    const [here, there] = [copiesOf.get(repeat ?? '') ?? [], byOwner.get(owner) ?? []];
    const outer = owner.slice(0, owner.length - (repeat ?? '').length);
    return (
      repeat === undefined ||
      (there.length === here.length && here.every((id) => isSamePlace(plain[id], shown[outer + id])))
    );
  });
}

function isSamePlace(a: SceneNode | undefined, b: SceneNode | undefined): boolean {
  const isNear = (one: readonly number[], other: readonly number[], sign = 1) =>
    one.every((value, i) => Math.abs(value - sign * (other[i] ?? 0)) <= TOLERANCE);
  return (
    a !== undefined &&
    b !== undefined &&
    isNear(a.position, b.position) &&
    isNear(a.scale, b.scale) &&
    (isNear(a.rotation, b.rotation) || isNear(a.rotation, b.rotation, -1))
  );
}
