import type { Material } from '@diorama/shared/scene/document.ts';
import { slotsOf } from '@diorama/shared/scene/nodes/kinds.ts';
import { completeMaterial } from '@diorama/shared/scene/partial-material.ts';
import { addMaterial, assignSlots } from '@diorama/shared/scene/scene-ops.ts';
import type { FileMaterials, FilePicture } from '../features/import/model/glb-materials.ts';
import type { SceneWriter } from '../parts.ts';

type MapName = keyof Material['maps'];

/** Dependencies for copying a material from a file. */
export type FileContext = {
  editor: SceneWriter;
  /** Reads the materials of an asset's file. */
  read: (asset: string) => Promise<FileMaterials>;
  /** Uploads a picture as an asset; returns its iri. */
  keep: (picture: FilePicture, name: string) => Promise<string>;
};

/**
 * Copies the material of a file's slot into the scene, pictures included, and assigns it to the slot of these
 * nodes. It is one history step, made once the pictures are uploaded.
 * @returns the material's id; null if the file has no such material, or the nodes are gone
 */
export async function copyFileMaterial(
  { editor, ...files }: FileContext,
  { ids, asset, slot }: { ids: readonly string[]; asset: string; slot: string },
): Promise<string | null> {
  const material = await materialFromFile(files, { asset, slot });
  const there = ids.filter((id) => editor.scene.node(id) !== undefined);
  if (!material || there.length === 0 || editor.isReadOnly.value) {
    return null;
  }
  return editor.edit(() => {
    const id = addMaterial(editor.ydoc, material);
    setSlotMaterial(editor, there, slot, id);
    return id;
  });
}

/** Copy of a file's material whose pictures are still in the file. */
export type MaterialInFile = {
  material: Material;
  /** Uploads its pictures, each once, and returns the material with them; null without pictures. */
  withPictures: (() => Promise<Material>) | null;
};

/**
 * Values of the material in a file's slot, with its pictures uploaded; null if the file has no such material.
 * `without` is a map whose picture is not needed.
 */
export async function materialFromFile(
  files: Pick<FileContext, 'read' | 'keep'>,
  wanted: { asset: string; slot: string; without?: MapName },
): Promise<Material | null> {
  const found = await findFileMaterial(files, wanted);
  return found?.withPictures ? found.withPictures() : (found?.material ?? null);
}

/** Reads the material in a file's slot without uploading anything; null if the file has no such material. */
export async function findFileMaterial(
  { read, keep }: Pick<FileContext, 'read' | 'keep'>,
  { asset, slot, without }: { asset: string; slot: string; without?: MapName },
): Promise<MaterialInFile | null> {
  const file = await read(asset);
  const found = file.material(slot);
  if (!found) {
    return null;
  }
  // `Object.entries` loses the type of the map names.
  const needed = (Object.entries(found.maps) as [MapName, number][]).filter(([map]) => map !== without);
  const { uv, ...values } = found.values;
  const like = (maps: Partial<Material['maps']>) => ({
    ...completeMaterial({ ...values, name: values.name || slot, maps }),
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

/**
 * Assigns a material to one slot of nodes, or restores the slot's default for null. Must run within an edit.
 */
export function setSlotMaterial(
  { ydoc, scene }: SceneWriter,
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
