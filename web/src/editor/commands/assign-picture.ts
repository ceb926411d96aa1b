import type { Material } from '@diorama/shared/scene/document.ts';
import { fileOf, picturePropOf } from '@diorama/shared/scene/nodes/kinds.ts';
import { updateNode } from '@diorama/shared/scene/ops.ts';
import { addMaterial, updateMaterial } from '@diorama/shared/scene/scene-ops.ts';
import { assignedMaterial, isExclusiveMaterial, type SurfacePart } from '../queries/assigned-material.ts';
import { createMaterialNamer } from '../queries/names.ts';
import { type FileContext, materialFromFile } from './file-materials.ts';
import { setSurfaceMaterial } from './materials.ts';

/** Picture to apply to a surface: asset, name, and material map. */
export type AssignedPicture = { asset: string; name: string; map?: keyof Material['maps'] };

/** Surface part that takes a picture. `isInPlace` changes its material even if other nodes use it too. */
export type PicturePart = SurfacePart & { isInPlace?: boolean };

/** Whether a surface displays pictures by itself and has no material that would hide them. */
export function showsPictures(editor: FileContext['editor'], part: SurfacePart): boolean {
  const node = editor.scene.node(part.id);
  return (
    node !== undefined && picturePropOf(node.kind) !== undefined && assignedMaterial(editor, part) === null
  );
}

/**
 * Applies a picture to surface parts, as one step. A material that only this part uses, or an `isInPlace`
 * one, is changed. Otherwise a copy is made of the current material, from the scene or the file. Nodes that
 * display pictures themselves show this one.
 * @returns false if no part remains in the meantime
 */
export async function assignPicture(
  context: FileContext,
  parts: readonly PicturePart[],
  picture: AssignedPicture,
): Promise<boolean> {
  const { editor } = context;
  const found = [];
  for (const part of parts) {
    found.push({ part, inFile: await ownInFile(context, part, picture.map ?? 'color') });
  }
  const left = found.filter(({ part: { id } }) => editor.scene.node(id) && !editor.scene.isLocked(id));
  if (left.length === 0 || editor.isReadOnly.value) {
    return false;
  }
  editor.edit(() => {
    for (const { part, inFile } of left) {
      assignToPart(editor, part, { ...picture, inFile });
    }
  });
  return true;
}

function assignToPart(
  editor: FileContext['editor'],
  part: PicturePart,
  { asset, name, map = 'color', inFile }: AssignedPicture & { inFile: Material | null },
): void {
  const node = editor.scene.node(part.id);
  const assigned = assignedMaterial(editor, part);
  // White shows the picture's own colours.
  const patch = { maps: { [map]: asset }, ...(map === 'color' && { color: '#ffffff' }) };
  const shown = node && picturePropOf(node.kind);
  if (shown !== undefined && map === 'color' && !assigned) {
    updateNode(editor.ydoc, part.id, { props: { [shown]: asset } });
    return;
  }
  if (assigned && (part.isInPlace || isExclusiveMaterial(editor, part, assigned.id))) {
    updateMaterial(editor.ydoc, assigned.id, patch);
    return;
  }
  const like = assigned?.material ?? inFile;
  const free = createMaterialNamer(editor)(name).slice(0, 200);
  const maps = { ...like?.maps, ...patch.maps };
  setSurfaceMaterial(editor, part, addMaterial(editor.ydoc, { ...like, ...patch, maps, name: free }));
}

/** Material from the file of a part without a scene material; null without a file. */
async function ownInFile(
  context: FileContext,
  part: SurfacePart,
  map: keyof Material['maps'],
): Promise<Material | null> {
  const node = context.editor.scene.node(part.id);
  const asset = node && fileOf(node)?.asset;
  return asset && part.slot !== null && !assignedMaterial(context.editor, part)
    ? materialFromFile(context, { asset, slot: part.slot, without: map })
    : null;
}
