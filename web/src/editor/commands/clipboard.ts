import { closureIn } from '@diorama/shared/scene/copies/component-closure.ts';
import { materialsUsedBy, renamed } from '@diorama/shared/scene/copies/component-names.ts';
import { addNodeRows, type NodeRows, nodeRowsOf } from '@diorama/shared/scene/copies/copied-rows.ts';
import { findCopies } from '@diorama/shared/scene/copies/copied-values.ts';
import { isGeneratedId, ownerOf } from '@diorama/shared/scene/copies/generated-id.ts';
import {
  type Material,
  type SceneDocument,
  type SceneNode,
  sceneNode,
} from '@diorama/shared/scene/document.ts';
import { interaction, motion } from '@diorama/shared/scene/interactions/schema.ts';
import { material as materialSchema } from '@diorama/shared/scene/material.ts';
import { hostOf, withRenamed } from '@diorama/shared/scene/nodes/kinds.ts';
import {
  addNodes,
  followInTour,
  type NewNode,
  type NodePatch,
  updateNodes,
} from '@diorama/shared/scene/ops.ts';
import { resolveHierarchy, withDescendants } from '@diorama/shared/scene/resolve.ts';
import { newSceneId } from '@diorama/shared/scene/scene-id.ts';
import { addMaterial } from '@diorama/shared/scene/scene-ops.ts';
import { transformOf } from '@diorama/shared/scene/transform.ts';
import { textsByLanguage } from '@diorama/shared/scene/translations/schema.ts';
import { toYDoc } from '@diorama/shared/scene/ydoc.ts';
import { Vector3 } from 'three';
import { fetchCode } from '../../fetch-code.ts';
import { freeOffsets } from '../features/walls/model/walls.ts';
import { roundMeasure } from '../kernels/round-measure.ts';
import type { Mark } from '../managers/history.ts';
import { SceneManager } from '../managers/scene.ts';
import type {
  SceneFiles,
  SceneReader,
  SceneWriter,
  Selecting,
  SelectionWriter,
  ViewedScene,
} from '../parts.ts';
import { freeShift, isFreelyPlaced } from '../queries/duplicate-offset.ts';
import { createNamer } from '../queries/names.ts';

/** Marks clipboard text as Diorama nodes. */
const FORMAT = 'diorama.nodes';
/** Prefix of file references. */
const ASSETS = '/api/assets/';
/** Largest clipboard text that is parsed, in characters. */
const MAX_CHARACTERS = 20_000_000;

type Clip = {
  format: typeof FORMAT;
  nodes: Record<string, SceneNode>;
  materials: Record<string, Material>;
} & NodeRows;

/** The selected nodes with descendants and materials, as clipboard text; null without a selection. */
export function clipboardText({ scene, selection }: SceneReader & Selecting): string | null {
  return textOf(scene, selection.outermost);
}

/** Nodes of another document with descendants and materials, as clipboard text; null without nodes. */
export function copyTextFrom(
  document: SceneDocument,
  rootsOf: (scene: SceneManager) => readonly string[],
): string | null {
  const scene = new SceneManager(toYDoc(document));
  const roots = rootsOf(scene).filter((id) => scene.node(id));
  const text = textOf(scene, roots);
  scene.dispose();
  return text;
}

function textOf(scene: SceneManager, roots: readonly string[]): string | null {
  if (roots.length === 0) {
    return null;
  }
  const document = scene.document.value;
  const isRoot = new Set(roots);
  const clip: Omit<Clip, keyof NodeRows> = { format: FORMAT, nodes: {}, materials: {} };
  const copied = withDescendants(scene.hierarchy, roots).filter((id) => isPlainIn(id, roots));
  // Nodes of instances are copied as plain nodes.
  const named = new Map(copied.map((id) => [id, isGeneratedId(id) ? newSceneId() : id]));
  const rename = (id: string) => named.get(id);
  const add = (id: string, node: SceneNode) => {
    clip.nodes[named.get(id) ?? id] = node;
    for (const used of materialsUsedBy([node])) {
      const material = document.materials[used];
      if (material) {
        clip.materials[used] = material;
      }
    }
  };
  for (const id of copied) {
    const node = document.nodes[id];
    if (node) {
      // A root keeps its world transform without its parent. A node that its host positions keeps the host's
      // id.
      const isFreed = isRoot.has(id) && hostOf(node.kind) === null;
      const renamed = { ...withRenamed(node, rename), parent: rename(node.parent ?? '') ?? node.parent };
      add(id, isFreed ? { ...renamed, ...transformOf(scene.worldOf(id), node), parent: null } : renamed);
    }
  }
  for (const [id, node] of definitionsOf(scene.shared.value.nodes, Object.values(clip.nodes))) {
    add(id, node);
    named.set(id, id);
  }
  return JSON.stringify({ ...clip, ...nodeRowsOf(document, findCopies(named)) } satisfies Clip);
}

/** Whether a node is copied itself, and not by an instance that is copied. */
function isPlainIn(id: string, roots: readonly string[]): boolean {
  return !isGeneratedId(id) || roots.some((root) => ownerOf(root) === ownerOf(id));
}

/** The components of these nodes with all that they need, also those of instances in them. */
function definitionsOf(nodes: SceneDocument['nodes'], used: readonly SceneNode[]): [string, SceneNode][] {
  const components = used.flatMap((node) => (node.kind === 'instance' ? [node.props.component ?? ''] : []));
  return closureIn(nodes)(components, () => true).flatMap((id) => (nodes[id] ? [[id, nodes[id]]] : []));
}

/**
 * Pastes like {@link pasteText}, after copying the referenced files of other workspaces, and with free ids for
 * components.
 */
export function paste(editor: SceneFiles & SelectionWriter & ViewedScene, text: string): boolean {
  const clip = parseClip(text);
  const { importForeignFiles } = editor;
  const hasFiles = importForeignFiles !== null && text.includes(ASSETS);
  if (clip === null || !(hasFiles || hasComponents(clip))) {
    return pasteText(editor, text);
  }
  const prepare = async () => {
    const here = () => editor.scene.shared.value.nodes;
    const freed = hasComponents(clip) ? JSON.stringify((await fetchFreeIds())(clip, here())) : text;
    const prepared = hasFiles ? await importForeignFiles(freed) : freed;
    // Nothing is pasted if the user has left the scene in the meantime.
    if (editor.importForeignFiles === importForeignFiles) {
      pasteText(editor, prepared);
    }
  };
  prepare().catch((error: unknown) => reportError(error));
  return true;
}

function hasComponents({ nodes }: Clip): boolean {
  return Object.values(nodes).some(({ kind }) => kind === 'component');
}

async function fetchFreeIds() {
  return (await fetchCode(() => import('./free-component-ids.ts'))).withFreeComponentIds;
}

/**
 * Pastes nodes that were copied here or in another scene, and selects them. Where their place is taken, they are
 * beside it. With a mark the paste joins an open step. Returns false for any other text.
 */
export function pasteText(
  editor: SelectionWriter & ViewedScene,
  text: string,
  mark: Mark | null = null,
): boolean {
  const clip = parseClip(text);
  if (!clip || editor.isReadOnly.value) {
    return false;
  }
  editor.nudging.rest();
  const copies = placeCopies(editor, clip);
  if (copies.length === 0) {
    editor.ui.notify('paste.placeless');
    return true;
  }
  const offsets = freeOffsets(
    editor,
    copies.map(({ node, isRoot }) => (isRoot ? node : undefined)),
  );
  const nameOf = createNamer(editor);
  const names = new Map(copies.flatMap(({ id, node, isRoot }) => (isRoot ? [[id, nameOf(node.name)]] : [])));
  const places = freePlaces(editor, copies);
  const pasted = editor.edit(() => {
    const materials = pasteMaterials(editor, clip);
    const added = copies.map(({ id, node }): NewNode => {
      const { index: _index, ...rest } = renamed(node, clip.nodes, sameId, (one) => materials.get(one));
      return { ...rest, id };
    });
    addNodes(editor.ydoc, added);
    const patches = copies.map(
      ({ id }, i) =>
        [id, { ...places.get(id), ...offsets[i], ...(names.has(id) && { name: names.get(id) }) }] as const,
    );
    updateNodes(editor.ydoc, new Map(patches));
    followInTour(editor.ydoc, new Map(copies.map(({ id, of }) => [id, of])));
    const named = new Map(copies.map(({ id, of }) => [of, id]));
    const translations = Object.fromEntries(
      Object.entries(clip.texts).map(([language, values]) => [language, { values }]),
    );
    addNodeRows(editor.ydoc, nodeRowsOf({ nodes: {}, ...clip.reactions, translations }, findCopies(named)));
    return copies.filter(({ isRoot }) => isRoot).map(({ id }) => id);
  }, mark);
  editor.selection.set(pasted);
  return true;
}

const sameId = (id: string) => id;

type Copy = { id: string; of: string; node: SceneNode; isRoot: boolean };

/** New positions of pasted roots whose own positions are taken, such as by the originals. */
function freePlaces(editor: ViewedScene, copies: readonly Copy[]): Map<string, NodePatch> {
  const roots = copies.filter(({ node, isRoot }) => isRoot && isFreelyPlaced(node));
  const shift = freeShift(
    editor,
    roots.map(({ node }) => ({ kind: node.kind, at: new Vector3(...node.position) })),
  );
  if (shift.lengthSq() === 0) {
    return new Map();
  }
  const moved = ([x, y, z]: SceneNode['position']) =>
    [x + shift.x, y + shift.y, z + shift.z].map(roundMeasure) as [number, number, number];
  return new Map(roots.map(({ id, node }) => [id, { position: moved(node.position) }]));
}

/** Nodes of a clip under new ids, without those that cannot be placed here. */
function placeCopies(editor: SceneReader & Selecting, { nodes }: Clip): Copy[] {
  const hierarchy = resolveHierarchy(nodes);
  const components = Object.keys(nodes).filter((id) => nodes[id]?.kind === 'component');
  // Components keep their ids, so that a scene gets each of them once.
  const defined = new Set(withDescendants(hierarchy, components));
  const here = editor.scene.shared.value.nodes;
  const present = new Set(
    withDescendants(
      hierarchy,
      components.filter((id) => Object.hasOwn(here, id)),
    ),
  );
  const ids = new Map(Object.keys(nodes).map((id) => [id, defined.has(id) ? id : newSceneId()]));
  return [...ids].flatMap(([old, id]) => {
    const node = nodes[old];
    const above = ids.get(node?.parent ?? '');
    const parent = above ?? (node && parentFor(editor, node));
    return node === undefined || parent === undefined || present.has(id)
      ? []
      : [
          {
            ...{ id, of: old, isRoot: above === undefined && !defined.has(id) },
            node: { ...withRenamed(node, (one) => ids.get(one)), parent },
          },
        ];
  });
}

/**
 * Parent of a pasted root. A kind that needs a host takes the selected host, else the original one. Returns
 * undefined if there is neither.
 */
function parentFor(
  { scene, selection }: SceneReader & Selecting,
  { kind, parent }: SceneNode,
): string | null | undefined {
  const host = hostOf(kind);
  const { primary } = selection;
  const near = [primary, primary === null ? null : scene.parentOf(primary), parent];
  return host === null ? null : near.find((id) => id !== null && scene.node(id)?.kind === host);
}

/** Reuses a material with the same id and values; adds the others. */
function pasteMaterials({ scene, ydoc }: SceneWriter, { materials }: Clip): Map<string, string> {
  const here = scene.document.value.materials;
  return new Map(
    Object.entries(materials).map(([id, material]) => {
      const isHere = JSON.stringify(here[id]) === JSON.stringify(material);
      return [id, isHere ? id : addMaterial(ydoc, material)];
    }),
  );
}

/** Nodes of clipboard text; null for any other text. */
export function parseClip(text: string): Clip | null {
  if (text.length > MAX_CHARACTERS || !text.includes(FORMAT)) {
    return null;
  }
  try {
    const value = JSON.parse(text) as Partial<Clip> | null;
    if (value?.format !== FORMAT) {
      return null;
    }
    const nodes = Object.entries(value.nodes ?? {}).map(([id, node]) => [id, sceneNode.parse(node)] as const);
    const materials = Object.entries(value.materials ?? {}).map(
      ([id, one]) => [id, materialSchema.parse(one)] as const,
    );
    const { interactions = [], motions = [] } = value.reactions ?? {};
    return {
      ...{ format: FORMAT, nodes: Object.fromEntries(nodes), materials: Object.fromEntries(materials) },
      reactions: {
        interactions: interactions.map((row) => interaction.parse(row)),
        motions: motions.map((row) => motion.parse(row)),
      },
      texts: textsByLanguage.parse(value.texts ?? {}),
    };
  } catch {
    return null;
  }
}
