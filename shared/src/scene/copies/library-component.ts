import { checksumOf } from '../checksum.ts';
import { MAX_COMPONENT_CHARACTERS, MAX_COMPONENT_NODES, NODE_DEFAULTS, SCENE_VERSION } from '../defaults.ts';
import { type NodeOf, parseDocument, type SceneDocument, type SceneNode } from '../document.ts';
import { fieldPath, parseFieldPath, withFieldValue } from '../field-values.ts';
import { fitsNode } from '../fits-field.ts';
import { isRecord, isSameJson, ownMember } from '../json.ts';
import { isDefinition, materialIdsOf, withMaterials, withRenamed } from '../nodes/kinds.ts';
import { childrenOf, resolveHierarchy } from '../resolve.ts';
import { idsAlong, renamedAlong, sourceIdOf } from './generated-id.ts';

/**
 * A component as a library stores it: nodes and materials of a scene that shows it once, by an instance.
 * Components of instances in it are beside it. Keys of nodes stay the same in all versions.
 */
export type ComponentContent = Pick<SceneDocument, 'version' | 'nodes' | 'materials'>;

/** Id of the instance that shows the component of a content. */
const SHOWN = 'shown';

type Nodes = SceneDocument['nodes'];
type LibraryLink = NonNullable<NodeOf<'component'>['props']['library']>;

/** The library version that a component came from; null for other nodes. */
export function linkOf(node: SceneNode | undefined): LibraryLink | null {
  return node?.kind === 'component' ? node.props.library : null;
}

/** The components of a scene that came from a library, by item. */
export function linkedComponents(nodes: Nodes): Map<string, string> {
  const linked = new Map<string, string>();
  for (const id of Object.keys(nodes).sort()) {
    const item = linkOf(nodes[id])?.item;
    if (item !== undefined && !linked.has(item)) {
      linked.set(item, id);
    }
  }
  return linked;
}

/** Ids of the nodes of components, and of those components that their instances show and `enters` accepts, by id. */
type Closure = (components: readonly string[], enters: (id: string) => boolean) => string[];

/** Nodes whose hierarchy is resolved. */
type Resolved = { nodes: Nodes; closure: Closure };

/** Resolves the hierarchy of nodes once, for any number of components. */
export function closureIn(nodes: Nodes): Closure {
  const hierarchy = resolveHierarchy(nodes);
  return (components, enters) => {
    const found = new Set<string>();
    const left = [...components];
    for (let id = left.pop(); id !== undefined; id = left.pop()) {
      const node = ownMember(nodes, id);
      if (!node || found.has(id)) {
        continue;
      }
      found.add(id);
      left.push(...childrenOf(hierarchy, id).filter((child) => !isDefinition(nodes[child]?.kind ?? 'group')));
      const shown = node.kind === 'instance' ? node.props.component : null;
      if (shown !== null && isDefinition(ownMember(nodes, shown)?.kind ?? 'group') && enters(shown)) {
        left.push(shown);
      }
    }
    return [...found];
  };
}

/** The content of a component for a library, and the ids of its parts in the scene that differ from their keys. */
export function toLibrary(
  { nodes, materials }: Pick<SceneDocument, 'nodes' | 'materials'>,
  component: string,
): { content: ComponentContent; ids: LibraryLink['ids'] } {
  const known = new Map(Object.entries(linkOf(nodes[component])?.ids ?? {}).map(([key, id]) => [id, key]));
  const closure = closureIn(nodes);
  const parts = closure([component], () => true);
  const used = materialsOf(parts.map((id) => nodes[id]));
  const keys = new Map<string, string>(known);
  const taken = new Set(keys.values());
  for (const id of [...parts, ...used].filter((one) => !known.has(one))) {
    const key = taken.has(id) || id === SHOWN ? freeId([component, id], (one) => !taken.has(one)) : id;
    keys.set(id, key);
    taken.add(key);
  }
  const content: ComponentContent = { version: SCENE_VERSION, nodes: {}, materials: {} };
  const shown = keys.get(component) ?? component;
  content.nodes[SHOWN] = { ...plain('instance'), props: { component: shown, values: {} } };
  for (const id of parts) {
    const node = nodes[id];
    const key = keys.get(id);
    if (node && key !== undefined) {
      content.nodes[key] = withLink(
        renamed(node, nodes, keys),
        id === component ? null : linkWithin({ nodes, id, closure }, keys),
      );
    }
  }
  // Overrides without a node keep their old ids.
  const written = new Set(materialsOf(Object.values(content.nodes)));
  for (const id of used) {
    const material = ownMember(materials, id);
    const key = keys.get(id) ?? id;
    if (material && written.has(key)) {
      content.materials[key] = material;
    }
  }
  const named = [...parts, ...used].map((id) => [keys.get(id) ?? id, id] as const);
  return { content, ids: differing(named) };
}

/** Reason why the content of a component is refused. */
export type ContentProblem = 'form' | 'large' | 'cyclic';

/**
 * Reads the content of a component from JSON, with the rules of documents.
 * @throws InvalidDocumentError
 */
export function readContent(json: unknown): ComponentContent {
  const { version, nodes, materials } = parseDocument(json);
  return { version, nodes, materials };
}

/** Checks that a document holds one component with all that it needs, and nothing else; null if it does. */
export function problemOf(content: ComponentContent, item: string | null): ContentProblem | null {
  const { nodes } = content;
  const root = rootOf(content);
  if (root === null) {
    return 'form';
  }
  const closure = closureIn(nodes);
  const parts = new Set(closure([root], () => true));
  if (parts.size > MAX_COMPONENT_NODES || JSON.stringify(content).length > MAX_COMPONENT_CHARACTERS) {
    return 'large';
  }
  const used = new Set(materialsOf([...parts].map((id) => nodes[id])));
  const isUsed = Object.keys(content.materials).every((id) => used.has(id));
  if (!isUsed || parts.size + 1 !== Object.keys(nodes).length) {
    return 'form';
  }
  const isWithin = [...parts].some((id) => item !== null && linkOf(nodes[id])?.item === item);
  return isWithin || isCyclic(nodes, root, closure) ? 'cyclic' : null;
}

/** The component of a content; null without one. */
export function rootOf({ nodes }: ComponentContent): string | null {
  const shown = ownMember(nodes, SHOWN);
  const root = shown?.kind === 'instance' && shown.parent === null ? shown.props.component : null;
  return root !== null && ownMember(nodes, root)?.kind === 'component' ? root : null;
}

/** A version of a library's component. */
export type ComponentVersion = { item: string; version: number; content: ComponentContent };

/** A scene with a version of a component; `lost` is the number of overrides without a node to apply to. */
export type PlacedComponent = {
  nodes: Nodes;
  materials: SceneDocument['materials'];
  component: string;
  lost: number;
  isCyclic: boolean;
};

/**
 * Puts a version of a library's component into a scene, or in place of the version that is there.
 * Components in it that came from a library themselves stay as they are, if the scene has them.
 * Parts get the ids of their keys, so that overrides stay; taken ids are replaced the same way for everybody.
 */
export function placeComponent(
  document: Pick<SceneDocument, 'nodes' | 'materials'>,
  { item, version, content }: ComponentVersion,
): PlacedComponent | null {
  const root = rootOf(content);
  if (root === null) {
    return null;
  }
  const here = document.nodes;
  const linked = linkedComponents(here);
  const present = linked.get(item) ?? null;
  const [inContent, inScene] = [closureIn(content.nodes), closureIn(here)];
  const others = new Map([...linked].filter(([one]) => one !== item));
  const kept = keptIds({ nodes: content.nodes, closure: inContent }, here, others);
  const own = ownedBy({ nodes: here, closure: inScene }, present, linked);
  const written = inContent([root], (id) => !kept.has(id));
  const known = linkOf(here[present ?? ''])?.ids ?? {};
  const ids = new Map<string, string>(kept);
  const taken = new Set<string>();
  const choose = (key: string) => {
    const material = ownMember(content.materials, key);
    const isFree = (id: string) =>
      !taken.has(id) &&
      (own.has(id) ||
        (!Object.hasOwn(here, id) && !Object.hasOwn(document.materials, id)) ||
        (material !== undefined &&
          !Object.hasOwn(here, id) &&
          isSameJson(ownMember(document.materials, id), material)));
    const wanted = key === root && present !== null ? present : (ownMember(known, key) ?? key);
    return isFree(wanted) ? wanted : freeId([item, key], isFree);
  };
  for (const key of new Set([...written, ...materialsOf(written.map((id) => content.nodes[id]))])) {
    const id = choose(key);
    ids.set(key, id);
    taken.add(id);
  }
  const nodes = without({ nodes: here, closure: inScene }, own, taken);
  for (const key of written) {
    const node = content.nodes[key];
    const id = ids.get(key);
    if (node && id !== undefined) {
      const within = { nodes: content.nodes, id: key, closure: inContent };
      const link = key === root ? { item, version, ids: differing(ids) } : linkWithin(within, ids);
      const place = key === root && present !== null ? placeOf(here[present]) : {};
      nodes[id] = { ...withLink(renamed(node, content.nodes, ids), link), ...place };
    }
  }
  const materials = { ...document.materials };
  for (const [key, material] of Object.entries(content.materials)) {
    const id = ids.get(key);
    if (id !== undefined && taken.has(id)) {
      materials[id] = material;
    }
  }
  const component = ids.get(root) ?? root;
  const lost = lostOverrides(here, nodes);
  return { nodes, materials, component, lost, isCyclic: isCyclic(nodes, component) };
}

/** Whether a component of a scene differs from the version that it came from. */
export function isChangedSince(
  document: Pick<SceneDocument, 'nodes' | 'materials'>,
  component: string,
  base: ComponentContent,
): boolean {
  return !isSameJson(ownPart(toLibrary(document, component).content), ownPart(base));
}

/** A content without the components in it that came from a library themselves. */
function ownPart(content: ComponentContent): Nodes | SceneDocument['materials'] {
  const { nodes } = content;
  const ids = closureIn(nodes)([rootOf(content) ?? ''], (id) => linkOf(nodes[id]) === null).sort();
  const used = materialsOf(ids.map((id) => nodes[id])).sort();
  return Object.fromEntries([
    ...ids.map((id) => [id, nodes[id]]),
    ...used.map((id) => [`m ${id}`, ownMember(content.materials, id)]),
  ]);
}

/** Ids in the scene of those components of a content that the scene has, with their parts. */
function keptIds(
  { nodes, closure }: Resolved,
  here: Nodes,
  linked: ReadonlyMap<string, string>,
): Map<string, string> {
  const kept = new Map<string, string>();
  for (const [id, node] of Object.entries(nodes)) {
    const link = linkOf(node);
    const there = link === null ? undefined : linked.get(link.item);
    if (link === null || there === undefined) {
      continue;
    }
    const ids = linkOf(here[there])?.ids ?? {};
    const keys = new Map(Object.entries(link.ids).map(([key, one]) => [one, key]));
    for (const part of closure([id], (one) => linkOf(nodes[one]) === null)) {
      const key = keys.get(part) ?? part;
      kept.set(part, part === id ? there : (ownMember(ids, key) ?? key));
    }
  }
  return kept;
}

/** Nodes and materials that belong to a component of the scene only. */
function ownedBy(
  { nodes, closure }: Resolved,
  component: string | null,
  linked: ReadonlyMap<string, string>,
): Set<string> {
  if (component === null) {
    return new Set();
  }
  const partsOf = (roots: readonly string[]) => closure(roots, (id) => linkOf(nodes[id]) === null);
  const others = new Set(partsOf([...linked.values()].filter((id) => id !== component)));
  const own = new Set(partsOf([component]).filter((id) => !others.has(id)));
  const elsewhere = new Set(
    materialsOf(Object.entries(nodes).flatMap(([id, node]) => (own.has(id) ? [] : [node]))),
  );
  const materials = materialsOf([...own].map((id) => nodes[id])).filter((id) => !elsewhere.has(id));
  return new Set([...own, ...materials]);
}

/** The nodes without those that a component had; components that others show stay. */
function without({ nodes, closure }: Resolved, own: ReadonlySet<string>, placed: ReadonlySet<string>): Nodes {
  const left = Object.fromEntries(Object.entries(nodes).filter(([id]) => !own.has(id)));
  const used = Object.values(left).flatMap((node) => {
    const shown = node.kind === 'instance' ? node.props.component : null;
    return shown !== null && own.has(shown) && !placed.has(shown) ? [shown] : [];
  });
  for (const id of closure(used, () => true)) {
    const node = nodes[id];
    if (node && !placed.has(id)) {
      left[id] = node;
    }
  }
  return left;
}

/** Number of overrides that applied to a node before, and have none now. */
function lostOverrides(before: Nodes, after: Nodes): number {
  return Object.values(after)
    .flatMap((node) => (node.kind === 'instance' ? Object.keys(node.props.values) : []))
    .filter((path) => {
      const place = parseFieldPath(path);
      const named = place && place.table !== 'scene' ? idsAlong(place.id) : [];
      return named.some((id) => Object.hasOwn(before, id) && !Object.hasOwn(after, id));
    }).length;
}

/** Whether a component shows itself, however deep. */
export function isCyclic(nodes: Nodes, component: string, closure: Closure = closureIn(nodes)): boolean {
  const shownBy = (id: string) =>
    closure([id], () => false).flatMap((part) => {
      const node = nodes[part];
      return node?.kind === 'instance' && node.props.component !== null ? [node.props.component] : [];
    });
  const seen = new Set<string>();
  const left = shownBy(component);
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    if (id === component) {
      return true;
    }
    if (!seen.has(id)) {
      seen.add(id);
      left.push(...shownBy(id));
    }
  }
  return false;
}

/** Materials that nodes and their overrides name. */
function materialsOf(nodes: readonly (SceneNode | undefined)[]): string[] {
  const found = nodes.flatMap((node) => {
    const values = node?.kind === 'instance' ? Object.entries(node.props.values) : [];
    const overrides = values.flatMap(([path, value]) =>
      /[/.]materials?(\.|$)/.test(path) ? textsIn(value) : [],
    );
    return node ? [...materialIdsOf(node), ...overrides] : [];
  });
  return [...new Set(found)];
}

function textsIn(value: unknown): string[] {
  if (typeof value === 'string') {
    return [value];
  }
  return isRecord(value) ? Object.values(value).flatMap(textsIn) : [];
}

type Rename = (id: string) => string;

/**
 * A node with other ids of nodes and materials, also in its overrides.
 * @param nodes - the nodes that it overrides, with their old ids
 */
function renamed(node: SceneNode, nodes: Nodes, ids: ReadonlyMap<string, string>): SceneNode {
  const rename = (id: string) => ids.get(id) ?? id;
  const named = withReferences(node, rename);
  if (named.kind !== 'instance') {
    return named;
  }
  const values = Object.entries(named.props.values).map(([path, value]) => {
    const place = parseFieldPath(path);
    if (place === null || place.table === 'scene') {
      return [path, value] as const;
    }
    const target = place.table === 'nodes' ? ownMember(nodes, sourceIdOf(place.id)) : undefined;
    const next = target ? renamedValue(target, { field: place.field, value, rename }) : value;
    return [fieldPath({ ...place, id: renamedAlong(place.id, rename) }), next] as const;
  });
  return { ...named, props: { ...named.props, values: Object.fromEntries(values) } };
}

/** A node with other ids of its parent, its materials and the nodes that its props reference. */
function withReferences(node: SceneNode, rename: Rename): SceneNode {
  const parent = node.parent === null ? null : rename(node.parent);
  return { ...withMaterials(withRenamed(node, rename), rename), parent };
}

/** The value of an override with other ids, if its field holds references. */
function renamedValue(
  target: SceneNode,
  { field, value, rename }: { field: string; value: unknown; rename: Rename },
): unknown {
  if (!fitsNode(target, field, value)) {
    return value;
  }
  const written = withReferences(withFieldValue(target, field, value), rename);
  const next = field
    .split('.')
    .reduce<unknown>((holder, step) => (isRecord(holder) ? ownMember(holder, step) : undefined), written);
  return next === undefined ? value : next;
}

/** A node with this link to a library, if it is a component; components of a content have no parent. */
function withLink(node: SceneNode, library: LibraryLink | null): SceneNode {
  return node.kind === 'component'
    ? { ...node, parent: null, index: NODE_DEFAULTS.index, props: { ...node.props, library } }
    : node;
}

/** The link of a component after its parts got other ids. */
function linkWithin(
  { nodes, id, closure }: Resolved & { id: string },
  ids: ReadonlyMap<string, string>,
): LibraryLink | null {
  const link = linkOf(nodes[id]);
  if (link === null) {
    return null;
  }
  const keys = new Map(Object.entries(link.ids).map(([key, one]) => [one, key]));
  const parts = closure([id], (one) => linkOf(nodes[one]) === null);
  return { ...link, ids: differing(parts.map((part) => [keys.get(part) ?? part, ids.get(part) ?? part])) };
}

function differing(ids: Iterable<readonly [key: string, id: string]>): LibraryLink['ids'] {
  return Object.fromEntries([...ids].filter(([key, id]) => key !== id));
}

function freeId(seed: readonly string[], isFree: (id: string) => boolean): string {
  for (let n = 0; ; n += 1) {
    const id = checksumOf([...seed, n]);
    if (isFree(id)) {
      return id;
    }
  }
}

function placeOf(node: SceneNode | undefined): Pick<SceneNode, 'parent' | 'index'> | object {
  return node ? { parent: node.parent, index: node.index } : {};
}

function plain<K extends SceneNode['kind']>(kind: K) {
  const { position, rotation, scale, ...rest } = NODE_DEFAULTS;
  // Tuples of the defaults are read-only.
  return {
    ...rest,
    kind,
    position: [...position] as [number, number, number],
    rotation: [...rotation] as [number, number, number, number],
    scale: [...scale] as [number, number, number],
  };
}
