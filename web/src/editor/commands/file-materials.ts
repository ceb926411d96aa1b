import type { Material } from '@diorama/shared/scene/document.ts';
import { dressed } from '@diorama/shared/scene/dress.ts';
import { slotsOf } from '@diorama/shared/scene/nodes/kinds.ts';
import { addMaterial, assignSlots } from '@diorama/shared/scene/scene-ops.ts';
import type { Editor } from '../editor.ts';
import type { FileMaterials, FilePicture } from '../import/glb-materials.ts';

type MapName = keyof Material['maps'];

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
  { editor, ...files }: FileMeans,
  { ids, asset, slot }: { ids: readonly string[]; asset: string; slot: string },
): Promise<string | null> {
  const material = await likeInFile(files, { asset, slot });
  const there = ids.filter((id) => editor.scene.node(id) !== undefined);
  if (!material || there.length === 0 || editor.isReadOnly.get()) {
    return null;
  }
  return editor.edit(() => {
    const id = addMaterial(editor.ydoc, material);
    giveSlot(editor, there, slot, id);
    return id;
  });
}

/** A material that is like one of a file, whose pictures are still there. */
export type MaterialInFile = {
  material: Material;
  /** Makes its pictures assets, each once, and gives the material with them; null where it has none. */
  withPictures: (() => Promise<Material>) | null;
};

/**
 * The values of a material that is like the one a file has in a slot, its pictures made assets; null when the file has
 * no such material. `without` is a map whose picture is not needed.
 */
export async function likeInFile(
  files: Pick<FileMeans, 'read' | 'keep'>,
  wanted: { asset: string; slot: string; without?: MapName },
): Promise<Material | null> {
  const found = await findInFile(files, wanted);
  return found?.withPictures ? found.withPictures() : (found?.material ?? null);
}

/** Reads the material that a file has in a slot and sends nothing yet; null when the file has no such material. */
export async function findInFile(
  { read, keep }: Pick<FileMeans, 'read' | 'keep'>,
  { asset, slot, without }: { asset: string; slot: string; without?: MapName },
): Promise<MaterialInFile | null> {
  const file = await read(asset);
  const found = file.material(slot);
  if (!found) {
    return null;
  }
  // The names of maps, which `entries` forgets.
  const needed = (Object.entries(found.maps) as [MapName, number][]).filter(([map]) => map !== without);
  const { uv, ...values } = found.values;
  const like = (maps: Partial<Material['maps']>) => ({
    ...dressed({ ...values, name: values.name || slot, maps }),
    ...(uv && { uv }),
  });
  const iris = new Map<number, string | null>();
  const withPictures = async () => {
    for (const index of new Set(needed.map(([, picture]) => picture))) {
      const picture = iris.has(index) ? null : file.picture(index);
      iris.set(index, picture ? await keep(picture, `${slot} ${index + 1}`) : (iris.get(index) ?? null));
    }
    return like(Object.fromEntries(needed.map(([map, index]) => [map, iris.get(index) ?? null])));
  };
  return { material: like({}), withPictures: needed.length > 0 ? withPictures : null };
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
