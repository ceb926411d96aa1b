import * as Y from 'yjs';
import { MAX_FIELD_VALUES } from '../defaults.ts';
import type { NodeOf, SceneDocument, SceneNode } from '../document.ts';
import { type FieldValues, fieldPath, parseFieldPath } from '../field-values.ts';
import { fitsNode } from '../fits-field.ts';
import { isSameJson, ownMember } from '../json.ts';
import { guideOf, placedTransform } from '../nodes/repeat/repeat-layout.ts';
import { childrenOf, type Hierarchy, resolveHierarchy, withDescendants } from '../resolve.ts';
import { sceneRoots } from '../ydoc.ts';
import { putValues } from './copied-rows.ts';
import { byPath, copiedValues, findCopies, PLACED_FIELDS } from './copied-values.ts';
import { expandDocument } from './expansion.ts';
import {
  generatedId,
  idInCopy,
  idWithin,
  isRepeated,
  namesOf,
  ownerOf,
  ownersAlong,
  sourceIdOf,
  storedOwnerOf,
} from './generated-id.ts';
import { copiesOf } from './makers.ts';
import { withOverrides } from './overrides.ts';

type Nodes = SceneDocument['nodes'];

/** Most overrides that one edit adds: each is stored, also after it is undone. */
const MAX_ADDED = 20_000;

/** Largest difference of equal places, in metres and in parts of a quaternion: repeats along guides round. */
const TOLERANCE = 1e-6;

/** Repeats of a component, and the new ids of their copies. */
type MadeSingle = { component: string; repeats: readonly string[]; named: ReadonlyMap<string, string> };

/** Stored nodes, those that are shown, and those of the component as a group. */
type Sides = { stored: Nodes; shown: Nodes; plain: Nodes };

/** The document with the nodes of a component as those of a group, so that its repeats generate copies. */
export function withComponentAsGroup(document: SceneDocument, component: string): SceneDocument {
  const node = ownMember(document.nodes, component);
  const placeless = { position: [0, 0, 0], rotation: [0, 0, 0, 1], scale: [1, 1, 1] };
  const group = node && ({ ...node, ...placeless, kind: 'group', props: {} } as SceneNode);
  const nodes = group ? { ...document.nodes, [component]: group } : document.nodes;
  return expandDocument({ ...document, nodes }, { fits: fitsNode }).document;
}

/**
 * Overrides with which the instances of a component look as before, once the copies of its repeats are nodes.
 * What an instance overrides for the source of a copy, or for the pattern, it overrides for the copy.
 * @returns values by instance; null where these would be too many, or could not keep a look
 */
export function overridesOfCopies(
  sides: Sides,
  { component, repeats, named }: MadeSingle,
): Map<string, FieldValues> | null {
  const { stored, plain } = sides;
  const within = new Set(withDescendants(resolveHierarchy(stored), [component]));
  const made = { component, named, repeats: repeats.filter((id) => within.has(id)) };
  if (!areGuidedAlike(sides, made)) {
    return null;
  }
  const places = new Places(stored, made);
  const values = new ComponentValues(stored, component);
  const copies = findCopies(named);
  const overrides = new Map<string, FieldValues>();
  let added = 0;
  for (const [id, node] of Object.entries(stored)) {
    const all = node.kind === 'instance' ? node.props.values : {};
    for (const [prefix, own] of values.of(id)) {
      const entries = Object.entries(own).map(([path, value]) => [prefixed(path, prefix), value]);
      const copied = copiedValues(Object.fromEntries(entries), {
        shown: { nodes: plain },
        copies,
        isBeside: true,
      });
      const repeated = copied.filter(({ owner }) => made.repeats.includes(owner ?? ''));
      const placed = places.changes(values.below(prefix), values.within(id, prefix));
      if (placed === null) {
        return null;
      }
      const moved = placed.map(([path, value]) => [prefixed(path, prefix), value]);
      const next = { ...overrides.get(id), ...byPath(repeated), ...Object.fromEntries(moved) };
      overrides.set(id, next);
      added += repeated.length + placed.length;
      if (added > MAX_ADDED || Object.keys({ ...all, ...next }).length > MAX_FIELD_VALUES) {
        return null;
      }
    }
  }
  // Instances that a repeat of the scene made become single beside.
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

/** The path of a node of the component in an instance that shows it under a prefix. */
function prefixed(path: string, prefix: string): string {
  const place = parseFieldPath(path);
  return place?.table === 'nodes' ? fieldPath({ ...place, id: prefix + place.id }) : path;
}

/**
 * Whether copies along a path or on a surface are in the same places in all instances. They follow the scene's
 * directions, and guides elsewhere in it, so that instances may differ without an override.
 */
function areGuidedAlike({ shown, plain }: Sides, { repeats, named }: MadeSingle): boolean {
  const isGuided = (node: SceneNode | undefined) => node?.kind === 'repeat' && guideOf(node.props) !== null;
  const byOwner = Map.groupBy([...Object.keys(shown), ...named.keys()], (id) => ownerOf(id) ?? '');
  const isAlike = (id: string, repeat: string) => {
    const outer = id.slice(0, id.length - repeat.length);
    const [there, here] = [byOwner.get(id) ?? [], byOwner.get(repeat) ?? []];
    return (
      there.length === here.length && here.every((copy) => isSamePlace(plain[copy], shown[outer + copy]))
    );
  };
  return Object.keys(shown).every((id) => {
    const repeat = namesOf(id)
      .slice(1)
      .find((name) => repeats.includes(name));
    const isMeant = repeat !== undefined && (isGuided(shown[id]) || isGuided(plain[repeat]));
    return !isMeant || isAlike(id, repeat);
  });
}

function isSamePlace(a: SceneNode | undefined, b: SceneNode | undefined): boolean {
  const isNear = (one: readonly number[], other: readonly number[]) =>
    one.every((value, i) => Math.abs(value - (other[i] ?? 0)) <= TOLERANCE);
  return (
    a !== undefined &&
    b !== undefined &&
    isNear(a.position, b.position) &&
    isNear(a.scale, b.scale) &&
    (isNear(a.rotation, b.rotation) ||
      isNear(
        a.rotation.map((value) => -value),
        b.rotation,
      ))
  );
}

/** Overrides of a component's nodes by instances of it, and by those that have such an instance within. */
class ComponentValues {
  readonly #nodes: Nodes;
  readonly #component: string;
  readonly #known = new Map<string, ReadonlyMap<string, FieldValues>>();

  constructor(nodes: Nodes, component: string) {
    this.#nodes = nodes;
    this.#component = component;
  }

  /** Values that an instance has itself: under '' for an instance of the component, `<inner>::` for those within it. */
  of(id: string): ReadonlyMap<string, FieldValues> {
    const known = this.#known.get(id) ?? this.#read(this.#nodes[id]);
    this.#known.set(id, known);
    return known;
  }

  /** Values under a prefix, over those of the instances within. */
  within(id: string, prefix: string): FieldValues {
    return { ...this.below(prefix), ...this.of(id).get(prefix) };
  }

  /** Values that the instances of a prefix have for themselves. */
  below(prefix: string): FieldValues {
    const inner = storedOwnerOf(prefix);
    return prefix === '' ? {} : this.within(inner, idWithin(inner, '', prefix) ?? '');
  }

  #read(node: SceneNode | undefined): Map<string, FieldValues> {
    const found = new Map<string, Record<string, unknown>>();
    for (const [path, value] of Object.entries(node?.kind === 'instance' ? node.props.values : {})) {
      const place = parseFieldPath(path);
      // Overrides of copies in repeats have no effect.
      if (place?.table === 'nodes' && !isRepeated(place.id)) {
        const owner = ownersAlong(place.id).find((one) => this.#isInstance(this.#nodes[sourceIdOf(one)]));
        const prefix = this.#isInstance(node) ? '' : owner && idInCopy(owner, '', '');
        if (prefix !== undefined && place.id.length > prefix.length) {
          const values = found.get(prefix) ?? {};
          values[fieldPath({ ...place, id: place.id.slice(prefix.length) })] = value;
          found.set(prefix, values);
        }
      }
    }
    return found;
  }

  #isInstance(node: SceneNode | undefined): boolean {
    return node?.kind === 'instance' && node.props.component === this.#component;
  }
}

type PlacesByCopy = ReadonlyMap<string, Partial<SceneNode>>;

/** Places of the copies of repeats without a guide, by the overrides of an instance. */
class Places {
  readonly #nodes: Nodes;
  readonly #made: MadeSingle;
  readonly #hierarchy: Hierarchy;

  constructor(nodes: Nodes, made: MadeSingle) {
    this.#nodes = nodes;
    this.#made = made;
    this.#hierarchy = resolveHierarchy(nodes);
  }

  /** Values of placed fields that differ between two sets of overrides; null where the second has further copies. */
  changes(before: FieldValues, after: FieldValues): [path: string, value: unknown][] | null {
    const { repeats, named } = this.#made;
    const changed: [string, unknown][] = [];
    for (const repeat of repeats.filter((id) => this.#isPlacing(id, after))) {
      const [here, there] = [this.#placesOf(repeat, before), this.#placesOf(repeat, after)];
      if ([...there.keys()].some((id) => !named.has(id))) {
        return null;
      }
      for (const [id, copy] of named) {
        const [was, is] = [here.get(id), there.get(id)];
        if (ownerOf(id) === repeat && (was || is)) {
          for (const field of PLACED_FIELDS) {
            const value = is ? is[field] : field === 'visible' ? false : was?.[field];
            if (!isSameJson(was?.[field] ?? (field === 'visible' ? false : undefined), value)) {
              changed.push([fieldPath({ table: 'nodes', id: copy, field }), value]);
            }
          }
        }
      }
    }
    return changed;
  }

  /** Whether values can move the copies of a repeat without a guide. */
  #isPlacing(repeat: string, values: FieldValues): boolean {
    const node = this.#repeatOf(repeat, values);
    const sources = childrenOf(this.#hierarchy, repeat);
    return (
      node !== undefined &&
      guideOf(node.props) === null &&
      Object.keys(values).some((path) => {
        const place = parseFieldPath(path);
        const isOf = place?.table === 'nodes' ? place.id : '';
        return isOf === repeat ? place?.field.startsWith('props.') : sources.includes(isOf);
      })
    );
  }

  #repeatOf(id: string, values: FieldValues): NodeOf<'repeat'> | undefined {
    const node = this.#nodes[id] && withOverrides(this.#nodes[id], { id, values, fits: fitsNode });
    return node?.kind === 'repeat' ? node : undefined;
  }

  #placesOf(id: string, values: FieldValues): PlacesByCopy {
    const node = this.#repeatOf(id, values);
    const nodeOf = (one: string) =>
      this.#nodes[one] && withOverrides(this.#nodes[one], { id: one, values, fits: fitsNode });
    const made =
      node &&
      copiesOf(
        { id, node },
        {
          nodeOf,
          childrenOf: (one) => childrenOf(this.#hierarchy, one),
          kindOf: (one) => this.#nodes[one]?.kind,
          parentOf: (one) => this.#hierarchy.parentOf.get(one) ?? null,
          ties: { tiedTo: () => [] },
        },
      );
    const places = new Map<string, Partial<SceneNode>>();
    for (const { key, roots, placement } of made?.copies ?? []) {
      for (const root of roots) {
        const source = nodeOf(root);
        if (source && placement) {
          places.set(generatedId(id, key, root), { ...placedTransform(placement, source), visible: true });
        }
      }
    }
    return places;
  }
}
