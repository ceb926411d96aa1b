import type { Material } from '@diorama/shared/scene/document.ts';
import { addMaterial, assignMaterial } from '@diorama/shared/scene/scene-ops.ts';
import type { Editor } from '../editor.ts';

/** Makes a material, a copy of `like` if given, and gives it to nodes; returns its id. */
export function createMaterial(
  editor: Editor,
  ids: readonly string[],
  { name, like = {} }: { name: string; like?: Partial<Material> },
): string {
  return editor.edit(() => {
    const id = addMaterial(editor.ydoc, { ...like, name: freeMaterialName(editor, name) });
    assignMaterial(editor.ydoc, ids, id);
    return id;
  });
}

/** Gives nodes a material, or the default one for null. */
export function giveMaterial(editor: Editor, ids: readonly string[], material: string | null): void {
  editor.edit(() => assignMaterial(editor.ydoc, ids, material));
}

function freeMaterialName({ scene }: Editor, name: string): string {
  const taken = new Set(Object.values(scene.get().materials).map((material) => material.name));
  let count = 1;
  while (taken.has(`${name} ${count}`)) {
    count += 1;
  }
  return `${name} ${count}`;
}
