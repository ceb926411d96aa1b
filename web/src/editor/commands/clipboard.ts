import { type Material, type SceneNode, sceneNode } from '@diorama/shared/scene/document.ts';
import { material as materialSchema } from '@diorama/shared/scene/material.ts';
import { materialIdsOf, withMaterials } from '@diorama/shared/scene/nodes/kinds.ts';
import { addNodes, type NewNode, transformOf } from '@diorama/shared/scene/ops.ts';
import { withDescendants } from '@diorama/shared/scene/resolve.ts';
import { newSceneId } from '@diorama/shared/scene/scene-id.ts';
import { addMaterial } from '@diorama/shared/scene/scene-ops.ts';
import type { Editor } from '../editor.ts';

/** Tells our clipboard text from any other. */
const FORMAT = 'diorama.nodes';
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
      // What hung below something else comes to hang below nothing, and stays where it stood.
      clip.nodes[id] = isRoot.has(id) ? { ...node, ...transformOf(scene.worldOf(id)), parent: null } : node;
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

/** Adds what was copied, here or in another scene, and selects it. False when the text is none of ours. */
export function pasteText(editor: Editor, text: string): boolean {
  const clip = parse(text);
  if (!clip || editor.isReadOnly.get()) {
    return false;
  }
  const ids = new Map(Object.keys(clip.nodes).map((id) => [id, newSceneId()]));
  const pasted = editor.edit(() => {
    const materials = pasteMaterials(editor, clip);
    const copies = Object.entries(clip.nodes).map(([old, node]): NewNode & { parent: string | null } => {
      const { index: _index, ...rest } = withMaterials(node, (id) => materials.get(id));
      return { ...rest, id: ids.get(old) ?? newSceneId(), parent: ids.get(node.parent ?? '') ?? null };
    });
    const added = addNodes(editor.ydoc, copies);
    return added.filter((_, i) => copies[i]?.parent === null);
  });
  editor.selection.set(pasted);
  return true;
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
