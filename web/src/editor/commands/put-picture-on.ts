import type { Material } from '@diorama/shared/scene/document.ts';
import { fileOf, picturePropOf } from '@diorama/shared/scene/nodes/kinds.ts';
import { updateNode } from '@diorama/shared/scene/ops.ts';
import { addMaterial, updateMaterial } from '@diorama/shared/scene/scene-ops.ts';
import { createMaterialNamer } from '../queries/names.ts';
import { isOwnMaterial, type SurfacePart, wornMaterial } from '../queries/worn-material.ts';
import { type FileMeans, likeInFile } from './file-materials.ts';
import { giveToSurface } from './materials.ts';

/** Picture to apply to a surface: asset, name, and material map. */
export type PutPicture = { asset: string; name: string; map?: keyof Material['maps'] };

/** Surface part that takes a picture. `isInPlace` changes its material even if other nodes use it too. */
export type PicturePart = SurfacePart & { isInPlace?: boolean };

/** Whether a surface displays pictures by itself and has no material that would hide them. */
export function showsPictures(editor: FileMeans['editor'], part: SurfacePart): boolean {
  const node = editor.scene.node(part.id);
  return node !== undefined && picturePropOf(node.kind) !== undefined && wornMaterial(editor, part) === null;
}

/**
 * Applies a picture to surface parts, as one step. A material that only this part uses, or an `isInPlace`
 * one, is changed. Otherwise a copy is made of the current material, from the scene or the file. Nodes that
 * display pictures themselves show this one.
 * @returns false if no part remains in the meantime
 */
export async function putPictureOn(
  means: FileMeans,
  parts: readonly PicturePart[],
  picture: PutPicture,
): Promise<boolean> {
  const { editor } = means;
  const found = [];
  for (const part of parts) {
    found.push({ part, inFile: await ownInFile(means, part, picture.map ?? 'color') });
  }
  const left = found.filter(({ part: { id } }) => editor.scene.node(id) && !editor.scene.isLocked(id));
  if (left.length === 0 || editor.isReadOnly.get()) {
    return false;
  }
  editor.edit(() => {
    for (const { part, inFile } of left) {
      dress(editor, part, { ...picture, inFile });
    }
  });
  return true;
}

function dress(
  editor: FileMeans['editor'],
  part: PicturePart,
  { asset, name, map = 'color', inFile }: PutPicture & { inFile: Material | null },
): void {
  const node = editor.scene.node(part.id);
  const worn = wornMaterial(editor, part);
  // White shows the picture's own colours.
  const patch = { maps: { [map]: asset }, ...(map === 'color' && { color: '#ffffff' }) };
  const shown = node && picturePropOf(node.kind);
  if (shown !== undefined && map === 'color' && !worn) {
    updateNode(editor.ydoc, part.id, { props: { [shown]: asset } });
    return;
  }
  if (worn && (part.isInPlace || isOwnMaterial(editor, part, worn.id))) {
    updateMaterial(editor.ydoc, worn.id, patch);
    return;
  }
  const like = worn?.material ?? inFile;
  const free = createMaterialNamer(editor)(name).slice(0, 200);
  const maps = { ...like?.maps, ...patch.maps };
  giveToSurface(editor, part, addMaterial(editor.ydoc, { ...like, ...patch, maps, name: free }));
}

/** Material from the file of a part without a scene material; null without a file. */
async function ownInFile(
  means: FileMeans,
  part: SurfacePart,
  map: keyof Material['maps'],
): Promise<Material | null> {
  const node = means.editor.scene.node(part.id);
  const asset = node && fileOf(node)?.asset;
  return asset && part.slot !== null && !wornMaterial(means.editor, part)
    ? likeInFile(means, { asset, slot: part.slot, without: map })
    : null;
}
