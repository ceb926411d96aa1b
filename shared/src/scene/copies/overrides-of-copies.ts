import * as Y from 'yjs';
import { MAX_FIELD_VALUES } from '../defaults.ts';
import type { SceneDocument, SceneNode } from '../document.ts';
import { type FieldValues, fieldPath, parseFieldPath } from '../field-values.ts';
import { fitsNode } from '../fits-field.ts';
import { isSameJson, ownMember } from '../json.ts';
import { guideOf } from '../nodes/repeat/repeat-layout.ts';
import { resolveHierarchy, withDescendants } from '../resolve.ts';
import { sceneRoots } from '../ydoc.ts';
import { putValues } from './copied-rows.ts';
import { byPath, copiedValues, findCopies, PLACED_FIELDS } from './copied-values.ts';
import { expandDocument } from './expansion.ts';
import { idInCopy, idWithin, isRepeated, ownerOf, sourceIdOf, storedOwnerOf } from './generated-id.ts';
import { withOverrides } from './overrides.ts';

type Nodes = SceneDocument['nodes'];

/** Most overrides that one edit adds: each is stored, also after it is undone. */
const MAX_ADDED = 20_000;

/** Repeats of a component, and the new ids of their copies. */
type MadeSingle = { component: string; repeats: readonly string[]; named: ReadonlyMap<string, string> };

/** The document with the nodes of a component as those of a group, so that its repeats generate copies. */
export function withComponentAsGroup(document: SceneDocument, component: string): SceneDocument {
  const node = ownMember(document.nodes, component);
  const group = node && ({ ...node, kind: 'group', props: {} } as SceneNode);
  const nodes = group ? { ...document.nodes, [component]: group } : document.nodes;
  return expandDocument({ ...document, nodes }, { fits: fitsNode }).document;
}

/**
 * Overrides with which the instances of a component look as before, once the copies of its repeats are nodes.
 * What an instance overrides for the source of a copy, or for the pattern, it overrides for the copy.
 * @returns values by instance; null where they are too many, or where an instance has further copies
 */
export function overridesOfCopies(
  document: SceneDocument,
  made: MadeSingle,
): Map<string, FieldValues> | null {
  const { nodes } = document;
  const looks = new Looks(document, made);
  const copies = findCopies(made.named);
  const overrides = new Map<string, FieldValues>();
  let added = 0;
  for (const [id, node] of Object.entries(nodes)) {
    if (node.kind === 'instance') {
      const own = node.props.values;
      const copied = copiedValues(own, { shown: looks.plain, copies, isBeside: true });
      const repeated = copied.filter(({ owner }) => made.repeats.includes(owner ?? ''));
      const values: Record<string, unknown> = byPath(repeated);
      for (const prefix of prefixesOf(node, { nodes, component: made.component })) {
        const placed = looks.placesOf(valuesWithin(nodes, id, prefix), valuesBelow(nodes, prefix));
        if (placed === null) {
          return null;
        }
        for (const { copy, field, value } of placed) {
          values[fieldPath({ table: 'nodes', id: prefix + copy, field })] = value;
        }
      }
      added += Object.keys(values).length;
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

/**
 * Where an instance has overrides of the component's nodes: '' for an instance of it, and `<inner>::` for those of an
 * instance within.
 */
function prefixesOf(
  { kind, props }: SceneNode,
  { nodes, component }: { nodes: Nodes; component: string },
): Set<string> {
  const prefixes = new Set<string>();
  for (const path of kind === 'instance' ? Object.keys(props.values) : []) {
    const place = parseFieldPath(path);
    const owner = place?.table === 'nodes' && !isRepeated(place.id) ? ownerOf(place.id) : null;
    const of = owner === null ? props : nodes[sourceIdOf(owner)]?.props;
    if (of && 'component' in of && of.component === component) {
      prefixes.add(owner === null ? '' : idInCopy(owner, '', ''));
    }
  }
  return prefixes;
}

/** Values of the component's nodes that an instance shows under a prefix, over those of inner instances. */
function valuesWithin(nodes: Nodes, id: string, prefix: string): FieldValues {
  const node = nodes[id];
  const own = node?.kind === 'instance' ? Object.entries(node.props.values) : [];
  const within = own.flatMap(([path, value]) => {
    const place = parseFieldPath(path);
    return place?.table === 'nodes' && place.id.startsWith(prefix)
      ? [[fieldPath({ ...place, id: place.id.slice(prefix.length) }), value] as const]
      : [];
  });
  return { ...valuesBelow(nodes, prefix), ...Object.fromEntries(within) };
}

/** Values that the instances of a prefix have for themselves. */
function valuesBelow(nodes: Nodes, prefix: string): FieldValues {
  const inner = storedOwnerOf(prefix);
  return prefix === '' ? {} : valuesWithin(nodes, inner, idWithin(inner, '', prefix) ?? '');
}

type Placed = { copy: string; field: (typeof PLACED_FIELDS)[number]; value: unknown };

/** What a component shows with overrides of an instance, in its own space. */
class Looks {
  /** The component as it is. */
  readonly plain: SceneDocument;
  readonly #document: SceneDocument;
  readonly #made: MadeSingle;
  readonly #within: readonly string[];
  /** Nodes whose overrides can move copies. */
  readonly #placing: ReadonlySet<string>;
  readonly #known = new Map<string, Nodes>();

  constructor(document: SceneDocument, made: MadeSingle) {
    const { component, repeats, named } = made;
    const hierarchy = resolveHierarchy(document.nodes);
    this.#document = document;
    this.#made = made;
    this.#within = withDescendants(hierarchy, [component]);
    this.plain = { ...document, nodes: this.#expand({}) };
    this.#known.set('[]', this.plain.nodes);
    const isGuided = repeats.some((id) => {
      const node = document.nodes[id];
      return node?.kind === 'repeat' && guideOf(node.props) !== null;
    });
    const sources = this.#within.filter((id) => repeats.includes(document.nodes[id]?.parent ?? ''));
    this.#placing = new Set(isGuided ? this.#within : [...repeats, ...sources, ...named.keys()]);
  }

  /** Places of copies that differ between two sets of overrides; null where the first has further copies. */
  placesOf(values: FieldValues, below: FieldValues): Placed[] | null {
    const { named, repeats } = this.#made;
    const [here, there] = [this.#look(below), this.#look(values)];
    if (here === there) {
      return [];
    }
    const hasMore = Object.keys(there).some((id) => repeats.includes(ownerOf(id) ?? '') && !named.has(id));
    if (hasMore) {
      return null;
    }
    const roots = [...named].filter(([id]) => this.plain.nodes[id]?.parent === ownerOf(id));
    return roots.flatMap(([id, copy]) => {
      const [before, after] = [this.#copyIn(here, id), this.#copyIn(there, id)];
      const differing = PLACED_FIELDS.filter((field) => !isSameJson(before?.[field], after?.[field]));
      return differing.map((field) => ({ copy, field, value: after?.[field] }));
    });
  }

  /** A copy as it is shown; hidden where it is absent. */
  #copyIn(nodes: Nodes, id: string): SceneNode | undefined {
    const node = ownMember(this.plain.nodes, id);
    return ownMember(nodes, id) ?? (node && { ...node, visible: false });
  }

  #look(values: FieldValues): Nodes {
    const placing = Object.entries(values).filter(([path]) => {
      const place = parseFieldPath(path);
      return place?.table === 'nodes' && this.#placing.has(place.id);
    });
    const key = JSON.stringify(placing);
    const known = this.#known.get(key) ?? this.#expand(Object.fromEntries(placing));
    this.#known.set(key, known);
    return known;
  }

  #expand(values: FieldValues): Nodes {
    const nodes = this.#within.flatMap((id) => {
      const node = this.#document.nodes[id];
      return node ? [[id, withOverrides(node, { id, values, fits: fitsNode })] as const] : [];
    });
    const document = { ...this.#document, nodes: Object.fromEntries(nodes) };
    return withComponentAsGroup(document, this.#made.component).nodes;
  }
}
