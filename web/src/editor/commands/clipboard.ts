import { type Material, type SceneNode, sceneNode } from '@diorama/shared/scene/document.ts';
import { material as materialSchema } from '@diorama/shared/scene/material.ts';
import { hostOf, materialIdsOf, withMaterials, withRenamed } from '@diorama/shared/scene/nodes/kinds.ts';
import { addNodes, followInTour, type NewNode, updateNodes } from '@diorama/shared/scene/ops.ts';
import { withDescendants } from '@diorama/shared/scene/resolve.ts';
import { newSceneId } from '@diorama/shared/scene/scene-id.ts';
import { addMaterial } from '@diorama/shared/scene/scene-ops.ts';
import { transformOf } from '@diorama/shared/scene/transform.ts';
import type { Editor } from '../editor.ts';
import { createNamer } from '../queries/names.ts';
import { freeOffsets } from './walls.ts';

/** Tells our clipboard text from any other. */
const FORMAT = 'diorama.nodes';
/** How what names a file begins. */
const ASSETS = '/api/assets/';
/** More text than this is not looked at. */
const MAX_CHARACTERS = 20_000_000;

type Clip = { format: typeof FORMAT; nodes: Record<string, SceneNode>; materials: Record<string, Material> };

/** The selected nodes with all below them and their materials, as text for the clipboard; null for no selection. */
export function copyText({ scene, selection }: Editor): string | null {
  const roots = selection.outermost;
  if (roots.length === 0) {
    return null;
  }
  const document = scene.get();
  const isRoot = new Set(roots);
  const clip: Clip = { format: FORMAT, nodes: {}, materials: {} };
  for (const id of withDescendants(scene.hierarchy, roots)) {
    const node = document.nodes[id];
    if (node) {
      // What hung below something else comes to hang below nothing, and stays where it stood; what is placed by what it
      // is in says what that was.
      const isFreed = isRoot.has(id) && hostOf(node.kind) === null;
      clip.nodes[id] = isFreed ? { ...node, ...transformOf(scene.worldOf(id), node), parent: null } : node;
      for (const used of materialIdsOf(node)) {
        const material = document.materials[used];
        if (material) {
          clip.materials[used] = material;
        }
      }
    }
  }
  return JSON.stringify(clip);
}

/** Adds what was copied as {@link pasteText} does, with the files of other workspaces that it names brought before. */
export function paste(editor: Editor, text: string): boolean {
  const { bringFiles } = editor;
  if (bringFiles === null || !text.includes(ASSETS) || parse(text) === null) {
    return pasteText(editor, text);
  }
  // Never rejects; and who has left the scene meanwhile lends nothing any more.
  void bringFiles(text).then((brought) => editor.bringFiles !== null && pasteText(editor, brought));
  return true;
}

/** Adds what was copied, here or in another scene, and selects it. False when the text is none of ours. */
export function pasteText(editor: Editor, text: string): boolean {
  const clip = parse(text);
  if (!clip || editor.isReadOnly.get()) {
    return false;
  }
  editor.nudging.rest();
  const copies = placeCopies(editor, clip);
  if (copies.length === 0) {
    editor.ui.tell('paste.placeless');
    return true;
  }
  const offsets = freeOffsets(
    editor,
    copies.map(({ node, isRoot }) => (isRoot ? node : undefined)),
  );
  const nameOf = createNamer(editor);
  const names = new Map(copies.flatMap(({ id, node, isRoot }) => (isRoot ? [[id, nameOf(node.name)]] : [])));
  const pasted = editor.edit(() => {
    const materials = pasteMaterials(editor, clip);
    const added = copies.map(({ id, node }): NewNode => {
      const { index: _index, ...rest } = withMaterials(node, (one) => materials.get(one));
      return { ...rest, id };
    });
    addNodes(editor.ydoc, added);
    const patches = copies.map(
      ({ id }, i) => [id, { ...offsets[i], ...(names.has(id) && { name: names.get(id) }) }] as const,
    );
    updateNodes(editor.ydoc, new Map(patches));
    followInTour(editor.ydoc, new Map(copies.map(({ id, of }) => [id, of])));
    return copies.filter(({ isRoot }) => isRoot).map(({ id }) => id);
  });
  editor.selection.set(pasted);
  return true;
}

type Copy = { id: string; of: string; node: SceneNode; isRoot: boolean };

/** The nodes of a clip under new ids, without those that have no place here. */
function placeCopies(editor: Editor, { nodes }: Clip): Copy[] {
  const ids = new Map(Object.keys(nodes).map((id) => [id, newSceneId()]));
  return [...ids].flatMap(([old, id]) => {
    const node = nodes[old];
    const above = ids.get(node?.parent ?? '');
    const parent = above ?? (node && parentFor(editor, node));
    return node === undefined || parent === undefined
      ? []
      : [
          {
            ...{ id, of: old, isRoot: above === undefined },
            node: { ...withRenamed(node, (one) => ids.get(one)), parent },
          },
        ];
  });
}

/**
 * What a copy comes to hang below: nothing, or for one that must be in something else what is selected, else that which
 * it was copied from. Undefined where neither is there.
 */
function parentFor({ scene, selection }: Editor, { kind, parent }: SceneNode): string | null | undefined {
  const host = hostOf(kind);
  const { primary } = selection;
  const near = [primary, primary === null ? null : scene.parentOf(primary), parent];
  return host === null ? null : near.find((id) => id !== null && scene.node(id)?.kind === host);
}

/** A material that is already here under the same id and looks the same is used; others come along. */
function pasteMaterials({ scene, ydoc }: Editor, { materials }: Clip): Map<string, string> {
  const here = scene.get().materials;
  return new Map(
    Object.entries(materials).map(([id, material]) => {
      const isHere = JSON.stringify(here[id]) === JSON.stringify(material);
      return [id, isHere ? id : addMaterial(ydoc, material)];
    }),
  );
}

function parse(text: string): Clip | null {
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
    return { format: FORMAT, nodes: Object.fromEntries(nodes), materials: Object.fromEntries(materials) };
  } catch {
    return null;
  }
}
