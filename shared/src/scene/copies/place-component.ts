import type { SceneDocument, SceneNode } from '../document.ts';
import { parseFieldPath } from '../field-values.ts';
import { isSameJson, ownMember } from '../json.ts';
import { closureIn, isCyclic, linkedComponents, linkOf } from './component-closure.ts';
import { differing, freeId, linkWithin, partsByKey, type Source, withLink } from './component-links.ts';
import { materialsUsedBy, renamed } from './component-names.ts';
import {
  type ActingRows,
  COMPONENT_TABLES,
  indexRows,
  ownRows,
  type PartsOfScene,
  renamedRows,
  rowIds,
  rowsOfVersion,
  rowsWithin,
  rowsWithout,
  setsIn,
  withoutRows,
} from './component-rows.ts';
import { renamedTexts, textsOfVersion, textsWithin, textsWithout, withTexts } from './component-texts.ts';
import { idsAlong } from './generated-id.ts';
import { asScene, type ComponentContent, rootOf } from './library-component.ts';

type Nodes = SceneDocument['nodes'];

/**
 * A version of a library's component. `base` is the one that a scene has; without it, what the scene added to the
 * component is replaced as well.
 */
export type ComponentVersion = {
  item: string;
  version: number;
  content: ComponentContent;
  base?: ComponentContent | null;
};

/** A scene with a version of a component; `lost` is the number of overrides without a node to apply to. */
export type PlacedComponent<Scene> = { document: Scene; component: string; lost: number; isCyclic: boolean };

/**
 * Puts a version of a library's component into a scene, or in place of the version that is there.
 * Components in it that came from a library themselves stay as they are, if the scene has them.
 * Parts get the ids of their keys, so that overrides stay; taken ids are replaced the same way for everybody.
 */
export function placeComponent<Scene extends PartsOfScene>(
  document: Scene,
  { item, version, content, base = null }: ComponentVersion,
): PlacedComponent<Scene> | null {
  const root = rootOf(content);
  if (root === null) {
    return null;
  }
  const here = document.nodes;
  const linked = linkedComponents(here);
  const present = linked.get(item) ?? null;
  const [source, target] = [asSource(asScene(content)), asSource(document)];
  const others = new Map([...linked].filter(([one]) => one !== item));
  const kept = keptIds(source, here, others);
  const own = ownedBy(target, present, linked);
  const written = source.closure([root], (id) => !kept.has(id));
  const all = source.closure([root], () => true);
  const rows = ownRows(source.scene, new Set(all), new Set(written), source.index);
  const known = linkOf(here[present ?? ''])?.ids ?? {};
  const materialKeys = materialsUsedBy(
    written.map((id) => content.nodes[id]),
    setsIn(rows),
  );
  const ids = new Map<string, string>(kept);
  const taken = new Set<string>();
  const mayTake = idsAvailableTo(content, rows, { document, own });
  for (const key of new Set([...written, ...materialKeys, ...rowIds(rows)])) {
    const isFree = (id: string) => !taken.has(id) && mayTake(key, id);
    const wanted = key === root && present !== null ? present : (ownMember(known, key) ?? key);
    const id = isFree(wanted) ? wanted : freeId([item, key], isFree);
    ids.set(key, id);
    taken.add(id);
  }
  const rename = (id: string) => ids.get(id) ?? id;
  const nodes = without(target, own.nodes, taken);
  for (const key of written) {
    const node = content.nodes[key];
    if (node) {
      const link =
        key === root ? { item, version, ids: differing(ids) } : linkWithin({ ...source, id: key }, rename);
      const place = key === root && present !== null ? placeOf(here[present]) : {};
      nodes[rename(key)] = { ...withLink(renamed(node, content.nodes, rename), link), ...place };
    }
  }
  const materials = { ...document.materials, ...takenMaterials(content.materials, ids, taken) };
  const component = rename(root);
  const stays = new Set([...own.nodes].filter((id) => !taken.has(id) && Object.hasOwn(nodes, id)));
  const keys = new Map(Object.entries(known).map(([key, id]) => [id, key]));
  const replaced = base ? rowsOfVersion(own.rows, base, (id) => keys.get(id) ?? id) : own.rows;
  const placed = renamedRows(rows, content.nodes, rename);
  const left = withoutRows(
    document,
    rowsWithout(replaced, rowsWithin(document, stays, target.index).rows),
    placed,
  );
  const parts = { own: new Set(written), parts: new Set(all), rows };
  const texts = renamedTexts(textsWithin(content.translations, parts), rename);
  const before = replacedTexts(textsWithout(own.texts, stays), base, known);
  const translations = withTexts(document.translations, { placed: texts, replaced: before });
  const tables = COMPONENT_TABLES.map((table) => [table, { ...left[table], ...placed[table] }]);
  return {
    document: { ...document, nodes, materials, translations, ...Object.fromEntries(tables) },
    component,
    lost: lostOverrides(here, nodes),
    isCyclic: isCyclic(nodes, component),
  };
}

function asSource(scene: PartsOfScene): Source {
  return { scene, closure: closureIn(scene.nodes), index: indexRows(scene) };
}

/**
 * Whether a key of a component may have an id of the scene. Free ids, ids of the component itself, and equal
 * materials that the component does not change.
 */
function idsAvailableTo(
  content: ComponentContent,
  rows: ActingRows,
  { document, own }: { document: PartsOfScene; own: Owned },
): (key: string, id: string) => boolean {
  const paths = setsIn(rows).flatMap((values) => Object.keys(values));
  const changed = new Set(paths.map((path) => path.split('/').slice(0, 2).join('/')));
  const isOwn = (table: 'nodes' | 'materials' | keyof ActingRows, id: string) =>
    table === 'nodes' || table === 'materials' ? own[table].has(id) : Object.hasOwn(own.rows[table], id);
  return (key, id) => {
    const material = ownMember(content.materials, key);
    const canShare = material !== undefined && !changed.has(`materials/${key}`);
    return (['nodes', 'materials', ...COMPONENT_TABLES] as const).every(
      (table) =>
        !Object.hasOwn(document[table], id) ||
        isOwn(table, id) ||
        (table === 'materials' && canShare && isSameJson(document.materials[id], material)),
    );
  };
}

/** The materials of a component by their ids in the scene, without those of components that the scene has. */
function takenMaterials(
  materials: ComponentContent['materials'],
  ids: ReadonlyMap<string, string>,
  taken: ReadonlySet<string>,
): SceneDocument['materials'] {
  const entries = Object.entries(materials).flatMap(([key, material]) => {
    const id = ids.get(key);
    return id !== undefined && taken.has(id) ? [[id, material] as const] : [];
  });
  return Object.fromEntries(entries);
}

/** Texts that a version replaces: all of the component, or those of its `base`. */
function replacedTexts(
  texts: PartsOfScene['translations'],
  base: ComponentContent | null,
  known: Readonly<Record<string, string>>,
): PartsOfScene['translations'] {
  return base
    ? textsOfVersion(
        texts,
        renamedTexts(base.translations, (key) => ownMember(known, key) ?? key),
      )
    : texts;
}

/** Ids in the scene of those components of a content that the scene has, with their parts. */
function keptIds(source: Source, here: Nodes, linked: ReadonlyMap<string, string>): Map<string, string> {
  const kept = new Map<string, string>();
  for (const [id, node] of Object.entries(source.scene.nodes)) {
    const link = linkOf(node);
    const there = link === null ? undefined : linked.get(link.item);
    if (link === null || there === undefined) {
      continue;
    }
    const ids = linkOf(here[there])?.ids ?? {};
    for (const [key, part] of partsByKey(source, id, link)) {
      kept.set(part, part === id ? there : (ownMember(ids, key) ?? key));
    }
  }
  return kept;
}

type Owned = {
  nodes: Set<string>;
  materials: Set<string>;
  rows: ActingRows;
  texts: PartsOfScene['translations'];
};

/** Nodes, materials, rows and texts that no other component and no other part of the scene uses. */
function ownedBy(
  { scene, closure, index }: Source,
  component: string | null,
  linked: ReadonlyMap<string, string>,
): Owned {
  const { nodes } = scene;
  const roots = component === null ? [] : [component];
  const partsOf = (of: readonly string[]) => closure(of, (id) => linkOf(nodes[id]) === null);
  const others = new Set(partsOf([...linked.values()].filter((id) => id !== component)));
  const own = new Set(partsOf(roots).filter((id) => !others.has(id)));
  const elsewhere = new Set(
    materialsUsedBy(Object.entries(nodes).flatMap(([id, node]) => (own.has(id) ? [] : [node]))),
  );
  const parts = new Set(closure(roots, () => true));
  const rows = ownRows(scene, parts, own, index);
  const texts = textsWithin(scene.translations, { own, parts, rows });
  const used = materialsUsedBy(
    [...own].map((id) => nodes[id]),
    setsIn(rows),
  );
  return { nodes: own, materials: new Set(used.filter((id) => !elsewhere.has(id))), rows, texts };
}

/** The nodes without those that a component had; components that others show stay. */
function without(
  { scene: { nodes }, closure }: Source,
  own: ReadonlySet<string>,
  placed: ReadonlySet<string>,
): Nodes {
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

function placeOf(node: SceneNode | undefined): Pick<SceneNode, 'parent' | 'index'> | object {
  return node ? { parent: node.parent, index: node.index } : {};
}
