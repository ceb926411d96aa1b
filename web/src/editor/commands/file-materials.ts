import type { Material } from '@diorama/shared/scene/document.ts';
import { dressed } from '@diorama/shared/scene/dress.ts';
import { slotsOf } from '@diorama/shared/scene/nodes/kinds.ts';
import { addMaterial, assignSlots } from '@diorama/shared/scene/scene-ops.ts';
import type { Editor } from '../editor.ts';
import type { FileMaterials, FilePicture } from '../import/glb-materials.ts';

/** What copying a material out of a file needs. */
export type FileMeans = {
  editor: Editor;
  /** Reads the materials of an asset's file. */
  read: (asset: string) => Promise<FileMaterials>;
  /** Makes an asset of a picture; gives its iri. */
  keep: (picture: FilePicture, name: string) => Promise<string>;
};

/**
 * Makes a material of the scene that is like the one a file has in a slot, pictures included, and gives it to the slot
 * of these nodes: one step of the history, made when everything is there.
 * @returns the material's id; null when the file has no such material, or when meanwhile nothing was left to dress.
 */
export async function copyFileMaterial(
  { editor, read, keep }: FileMeans,
  { ids, asset, slot }: { ids: readonly string[]; asset: string; slot: string },
): Promise<string | null> {
  const file = await read(asset);
  const found = file.material(slot);
  if (!found) {
    return null;
  }
  const iris = new Map<number, string | null>();
  for (const index of new Set(Object.values(found.maps))) {
    const picture = file.picture(index);
    iris.set(index, picture && (await keep(picture, `${slot} ${index + 1}`)));
  }
  const maps = Object.fromEntries(
    Object.entries(found.maps).map(([map, index]) => [map, iris.get(index) ?? null]),
  ) as Partial<Material['maps']>;
  const { uv, ...values } = found.values;
  const material = { ...dressed({ ...values, name: values.name || slot, maps }), ...(uv && { uv }) };
  const there = ids.filter((id) => editor.scene.node(id) !== undefined);
  if (there.length === 0 || editor.isReadOnly.get()) {
    return null;
  }
  return editor.edit(() => {
    const id = addMaterial(editor.ydoc, material);
    giveSlot(editor, there, slot, id);
    return id;
  });
}

/** Gives nodes a material for one slot, or with null that which the slot has by itself; part of an edit. */
export function giveSlot(
  { ydoc, scene }: Editor,
  ids: readonly string[],
  slot: string,
  material: string | null,
): void {
  for (const id of ids) {
    const node = scene.node(id);
    if (node) {
      const { [slot]: _before, ...others } = slotsOf(node);
      assignSlots(ydoc, id, material === null ? others : { ...others, [slot]: material });
    }
  }
}
