import * as Y from 'yjs';
import { MAX_NODES } from '../defaults.ts';
import type { NodeOf, SceneDocument, SceneNode } from '../document.ts';
import { fieldPath, parseFieldPath } from '../field-values.ts';
import { fitsNode } from '../fits-field.ts';
import { ownMember } from '../json.ts';
import { isDefinition, withRenamed } from '../nodes/kinds.ts';
import { addNode, groupNodes } from '../ops.ts';
import { childrenOf, resolveHierarchy, withDescendants, withoutNested } from '../resolve.ts';
import { newSceneId } from '../scene-id.ts';
import { putRow, readDocument, sceneRoots } from '../ydoc.ts';
import { closureIn } from './component-closure.ts';
import { putValue } from './copied-rows.ts';
import { idInCopy } from './generated-id.ts';
import { withOverrides } from './overrides.ts';
import { replaceByCopies } from './replace-by-copies.ts';
import { writeNodeField, writtenId } from './write-node.ts';

/** Edits of components and instances; transactions and origins as in `ops.ts`. */

/** The instances of a component with their ids, also those in other components. */
export function instancesOf(
  { nodes }: Pick<SceneDocument, 'nodes'>,
  component: string,
): [string, NodeOf<'instance'>][] {
  return Object.entries(nodes).flatMap(([id, node]): [string, NodeOf<'instance'>][] =>
    node.kind === 'instance' && node.props.component === component ? [[id, node]] : [],
  );
}

/**
 * Moves nodes into a new component, and puts an instance in their place. A single group becomes the component itself.
 * Returns the component and its instance, null without nodes.
 */
export function makeComponent(
  ydoc: Y.Doc,
  ids: Iterable<string>,
  name: string,
): { component: string; instance: string } | null {
  return ydoc.transact(() => {
    const written = [...ids].map((id) => writtenId(ydoc, id));
    const before = readDocument(ydoc).nodes;
    const [first, ...others] = withoutNested(resolveHierarchy(before), written);
    const isGroup = first !== undefined && others.length === 0 && before[first]?.kind === 'group';
    const instance = isGroup ? first : groupNodes(ydoc, written, { name });
    const { nodes } = sceneRoots(ydoc);
    const document = readDocument(ydoc);
    const group = document.nodes[instance ?? ''];
    if (instance === null || !group) {
      return null;
    }
    const component = addNode(ydoc, { kind: 'component', name: group.name || name });
    const members = childrenOf(resolveHierarchy(document.nodes), instance);
    for (const member of members) {
      writeNodeField(ydoc, member, 'parent', component);
    }
    putRow('nodes', nodes, instance, { ...group, kind: 'instance', props: { component, values: {} } });
    return { component, instance };
  });
}

/**
 * Replaces instances by groups of plain nodes, as they are shown, which do what they did. Instances in them stay
 * instances.
 */
export function detachInstances(ydoc: Y.Doc, ids: Iterable<string>): void {
  ydoc.transact(() => {
    const document = readDocument(ydoc);
    const { nodes } = sceneRoots(ydoc);
    const named = new Map<string, string>();
    const known = new Map<string | null, string[]>();
    const shown: SceneDocument['nodes'] = { ...document.nodes };
    for (const id of ids) {
      const node = document.nodes[id];
      if (node?.kind === 'instance') {
        const { component, values } = node.props;
        const sources = known.get(component) ?? sourcesOf(document, component);
        known.set(component, sources);
        for (const source of sources) {
          named.set(idInCopy(id, '', source), newSceneId());
        }
        const copyOf = (source: string) => named.get(idInCopy(id, '', source));
        for (const source of sources) {
          const [original, copy] = [document.nodes[source], copyOf(source)];
          if (original && copy !== undefined) {
            shown[idInCopy(id, '', source)] = original;
            const made = withOverrides(withRenamed(original, copyOf), { id: source, values, fits: fitsNode });
            putRow('nodes', nodes, copy, { ...made, parent: copyOf(original.parent ?? '') ?? id });
          }
        }
        putRow('nodes', nodes, id, { ...node, kind: 'group', props: {} } as SceneNode);
      }
    }
    replaceByCopies(ydoc, { ...document, nodes: shown }, named);
  });
}

/** Number of nodes that a document has after instances are detached. */
export function countDetached(document: SceneDocument, ids: Iterable<string>): number {
  const sizes = new Map<string | null, number>();
  let count = Object.keys(document.nodes).length;
  for (const id of ids) {
    const node = document.nodes[id];
    if (node?.kind === 'instance') {
      const { component } = node.props;
      const size = sizes.get(component) ?? sourcesOf(document, component).length;
      sizes.set(component, size);
      count += size;
    }
  }
  return count;
}

/** Deletes a component; its instances become groups of plain nodes. */
export function removeComponent(ydoc: Y.Doc, component: string): void {
  ydoc.transact(() => {
    const document = readDocument(ydoc);
    const gone = new Set(withDescendants(resolveHierarchy(document.nodes), [component]));
    const detach = (from: SceneDocument) =>
      detachInstances(
        ydoc,
        instancesOf(from, component).flatMap(([id]) => (gone.has(id) ? [] : [id])),
      );
    detach(document);
    const { nodes } = sceneRoots(ydoc);
    for (const id of gone) {
      nodes.delete(id);
    }
    // Where the component contained itself, copies of these instances become empty groups.
    detach(readDocument(ydoc));
  });
}

/**
 * Prepares the removal of a component by undo. Its instances become plain nodes.
 * Instances for which the scene has no room stay. They are empty until redo restores the component.
 * An instance among `own`, which undo changes itself, passes its overrides on and takes all later nodes.
 */
export function releaseInstances(ydoc: Y.Doc, component: string, own: ReadonlySet<string>): void {
  ydoc.transact(() => {
    const document = readDocument(ydoc);
    const instances = instancesOf(document, component);
    const others = instances.map(([id]) => id).filter((id) => !own.has(id));
    if (countDetached(document, others) <= MAX_NODES) {
      detachInstances(ydoc, others);
    }
    const [heir, node] = instances.find(([one]) => own.has(one)) ?? [];
    if (heir === undefined || !node) {
      return;
    }
    pushOverrides(ydoc, heir, Object.keys(node.props.values));
    for (const child of childrenOf(resolveHierarchy(document.nodes), component)) {
      if (!own.has(child)) {
        writeNodeField(ydoc, child, 'parent', heir);
      }
    }
  });
}

/** Removes overrides of an instance with their translations, so that the component's values hold again; all without paths. */
export function revertOverrides(ydoc: Y.Doc, id: string, paths?: readonly string[]): void {
  const map = sceneRoots(ydoc).nodes.get(id);
  if (map instanceof Y.Map) {
    ydoc.transact(() => {
      for (const path of paths ?? overridesOf(map)) {
        map.delete(PREFIX + path);
        const place = parseFieldPath(path);
        if (place?.table === 'nodes') {
          moveTexts(ydoc, fieldPath({ ...place, id: idInCopy(id, '', place.id) }), null);
        }
      }
    });
  }
}

/** Makes overrides of an instance, with their translations, values of its component, so that all instances have them. */
export function pushOverrides(ydoc: Y.Doc, id: string, paths: readonly string[]): void {
  const map = sceneRoots(ydoc).nodes.get(id);
  if (!(map instanceof Y.Map)) {
    return;
  }
  ydoc.transact(() => {
    for (const path of paths) {
      const place = parseFieldPath(path);
      const value: unknown = map.get(PREFIX + path);
      if (place?.table === 'nodes' && value !== undefined) {
        writeNodeField(ydoc, place.id, place.field, value);
        map.delete(PREFIX + path);
        moveTexts(ydoc, fieldPath({ ...place, id: idInCopy(id, '', place.id) }), path);
      }
    }
  });
}

/** Moves the translations of a text in place of those of another one, or removes them for null. */
function moveTexts(ydoc: Y.Doc, from: string, to: string | null): void {
  for (const row of sceneRoots(ydoc).translations.values()) {
    if (row instanceof Y.Map) {
      if (to !== null) {
        putValue(row, 'translations', to, row.get(`values.${from}`));
      }
      putValue(row, 'translations', from, undefined);
    }
  }
}

/** Key of an instance's override in the live form, without the path. */
const PREFIX = 'props.values.';

function overridesOf(map: Y.Map<unknown>): string[] {
  return [...map.keys()].filter((key) => key.startsWith(PREFIX)).map((key) => key.slice(PREFIX.length));
}

/** The nodes of a component, without components in it. */
function sourcesOf({ nodes }: SceneDocument, component: string | null): string[] {
  const isShown = component !== null && isDefinition(ownMember(nodes, component)?.kind ?? 'group');
  return isShown ? closureIn(nodes)([component], () => false).slice(1) : [];
}
