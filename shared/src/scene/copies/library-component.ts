import { MAX_COMPONENT_CHARACTERS, MAX_COMPONENT_NODES, SCENE_VERSION } from '../defaults.ts';
import { parseDocument, type SceneDocument, type SceneNode, sceneNode } from '../document.ts';
import { isSameJson, ownMember } from '../json.ts';
import { originalOf } from '../translations/languages.ts';
import { closureIn, isCyclic, type LibraryLink, linkOf } from './component-closure.ts';
import { differing, freeId, linkWithin, withLink } from './component-links.ts';
import { materialsUsedBy, renamed } from './component-names.ts';
import {
  type ActingRows,
  indexRows,
  onlyRows,
  ownRows,
  type PartsOfScene,
  renamedRows,
  rowIds,
  rowsOfVersion,
  rowsWithin,
  setsIn,
} from './component-rows.ts';
import { renamedTexts, textsExcept, textsOfVersion, textsWithin } from './component-texts.ts';

/**
 * A component as a library stores it: nodes and materials of a scene that shows it once, by an instance.
 * The rows that let them act are with them, and their texts in other languages. Components of instances in it are
 * beside it.
 * Keys of nodes and rows stay the same in all versions.
 */
export type ComponentContent = Pick<SceneDocument, 'version' | 'nodes' | 'materials' | 'translations'> &
  ActingRows;

/** Id of the instance that shows the component of a content. */
const SHOWN = 'shown';

/** A content as a scene, which has no options. */
export const asScene = (content: ComponentContent): PartsOfScene => ({
  ...content,
  options: {},
  choices: {},
});

/** A component for a library, and the ids of its parts in the scene that differ from their keys. */
export type SavedComponent = {
  content: ComponentContent;
  ids: LibraryLink['ids'];
  /** Number of options that concern it, and of states, interactions and timelines that concern other nodes, too. */
  leftOut: number;
};

/** The content of a component for a library. */
export function toLibrary(scene: PartsOfScene, component: string): SavedComponent {
  const { nodes, materials } = scene;
  const known = new Map(Object.entries(linkOf(nodes[component])?.ids ?? {}).map(([key, id]) => [id, key]));
  const closure = closureIn(nodes);
  const index = indexRows(scene);
  const parts = closure([component], () => true);
  const { rows, leftOut } = rowsWithin(scene, new Set(parts), index);
  const used = materialsUsedBy(
    parts.map((id) => nodes[id]),
    setsIn(rows),
  );
  const named = [...new Set([...parts, ...used, ...rowIds(rows)])];
  const keys = new Map<string, string>(known);
  const taken = new Set(keys.values());
  for (const id of named.filter((one) => !keys.has(one))) {
    const key = taken.has(id) || id === SHOWN ? freeId([component, id], (one) => !taken.has(one)) : id;
    keys.set(id, key);
    taken.add(key);
  }
  const rename = (id: string) => keys.get(id) ?? id;
  const content: ComponentContent = {
    ...{ version: SCENE_VERSION, nodes: {}, materials: {} },
    ...renamedRows(rows, nodes, rename),
    translations: renamedTexts(textsOf(scene.translations, parts, rows), rename),
  };
  content.nodes[SHOWN] = sceneNode.parse({ kind: 'instance', props: { component: rename(component) } });
  for (const id of parts) {
    const node = nodes[id];
    if (node) {
      const link = id === component ? null : linkWithin({ scene, id, closure, index }, rename);
      content.nodes[rename(id)] = withLink(renamed(node, nodes, rename), link);
    }
  }
  // Overrides without a node keep their old ids.
  const written = new Set(materialsUsedBy(Object.values(content.nodes), setsIn(content)));
  for (const id of used) {
    const material = ownMember(materials, id);
    if (material && written.has(rename(id))) {
      content.materials[rename(id)] = material;
    }
  }
  return { content, ids: differing(named.map((id) => [rename(id), id])), leftOut };
}

/** Reason why the content of a component is refused. */
export type ContentProblem = 'form' | 'large' | 'cyclic';

/**
 * Reads the content of a component from JSON, with the rules of documents.
 * @throws InvalidDocumentError
 */
export function readContent(json: unknown): ComponentContent {
  const document = parseDocument(json);
  const { version, nodes, materials, translations } = document;
  return { version, nodes, materials, translations, ...onlyRows(document) };
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
  const named = parts.size + Object.keys(content.materials).length + rowIds(content).length;
  if (
    parts.size > MAX_COMPONENT_NODES ||
    named > 2 * MAX_COMPONENT_NODES ||
    JSON.stringify(content).length > MAX_COMPONENT_CHARACTERS
  ) {
    return 'large';
  }
  const used = new Set(
    materialsUsedBy(
      [...parts].map((id) => nodes[id]),
      setsIn(content),
    ),
  );
  const isUsed = Object.keys(content.materials).every((id) => used.has(id));
  const { rows } = rowsWithin(asScene(content), parts);
  const isAlone = parts.size + 1 === Object.keys(nodes).length && overridesOf(nodes[SHOWN]) === 0;
  const texts = textsOf(content.translations, [...parts], rows);
  const isOwn = isSameJson(rows, onlyRows(content)) && isSameJson(texts, content.translations);
  if (!isUsed || !isAlone || !isOwn) {
    return 'form';
  }
  const isWithin = [...parts].some((id) => item !== null && linkOf(nodes[id])?.item === item);
  return isWithin || isCyclic(nodes, root, closure) ? 'cyclic' : null;
}

/** The texts of the nodes and rows of a content. */
function textsOf(translations: SceneDocument['translations'], ids: readonly string[], rows: ActingRows) {
  const parts = new Set(ids);
  return textsWithin(translations, { own: parts, parts, rows });
}

function overridesOf(node: SceneNode | undefined): number {
  return node?.kind === 'instance' ? Object.keys(node.props.values).length : 0;
}

/** The component of a content; null without one. */
export function rootOf({ nodes }: ComponentContent): string | null {
  const shown = ownMember(nodes, SHOWN);
  const root = shown?.kind === 'instance' && shown.parent === null ? shown.props.component : null;
  return root !== null && ownMember(nodes, root)?.kind === 'component' ? root : null;
}

/**
 * Whether a component of a scene differs from the version that it came from. Interactions and other rows that were
 * added in the scene are no difference, as updates keep them.
 */
export function isChangedSince(scene: PartsOfScene, component: string, base: ComponentContent): boolean {
  // Texts in the scene's own language are not placed.
  const original = originalOf(scene.translations);
  const partOf = (content: ComponentContent) => ownPart(content, base, original);
  return !isSameJson(partOf(toLibrary(scene, component).content), partOf(base));
}

/** A content without the components in it that came from a library themselves. */
function ownPart(content: ComponentContent, base: ComponentContent, original: string | undefined): object {
  const { nodes } = content;
  const closure = closureIn(nodes);
  const root = [rootOf(content) ?? ''];
  const own = closure(root, (id) => linkOf(nodes[id]) === null);
  const parts = new Set(closure(root, () => true));
  const rows = rowsOfVersion(ownRows(asScene(content), parts, new Set(own)), base);
  const texts = textsWithin(content.translations, { own: new Set(own), parts, rows });
  const used = materialsUsedBy(
    own.map((id) => nodes[id]),
    setsIn(rows),
  );
  return {
    nodes: Object.fromEntries(own.map((id) => [id, nodes[id]])),
    materials: Object.fromEntries(used.map((id) => [id, ownMember(content.materials, id)])),
    rows,
    texts: textsExcept(textsOfVersion(texts, base.translations), original),
  };
}
