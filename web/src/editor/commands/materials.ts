import type { Material } from '@diorama/shared/scene/document.ts';
import { showsFile, slotPropOf, slotsOf } from '@diorama/shared/scene/nodes/kinds.ts';
import {
  addMaterial,
  assignMaterial,
  assignSlots,
  removeMaterial,
  updateMaterial,
} from '@diorama/shared/scene/scene-ops.ts';
import type { ScreenPoint } from '../managers/camera.ts';
import type { Feedback, Permission, SceneReader, SceneWriter, UserInterface, ViewedScene } from '../parts.ts';
import {
  assignedMaterial,
  isExclusiveMaterial,
  type SurfacePart,
  usesOf,
} from '../queries/assigned-material.ts';
import { dropTargetAt } from '../queries/drop-target.ts';
import { setSlotMaterial } from './file-materials.ts';

/** Creates a material, a copy of `like` if given, and assigns it to nodes; returns its id. */
export function createMaterial(
  editor: SceneWriter,
  ids: readonly string[],
  { name, like = {} }: { name: string; like?: Partial<Material> },
): string {
  return editor.edit(() => {
    const id = addMaterial(editor.ydoc, { ...like, name: freeMaterialName(editor, name) });
    assignMaterial(editor.ydoc, ids, id);
    return id;
  });
}

/** Creates a material, a copy of `like` if given, and assigns it to a slot of nodes; returns its id. */
export function createSlotMaterial(
  editor: SceneWriter,
  { ids, slot }: { ids: readonly string[]; slot: string },
  { name, like = {} }: { name: string; like?: Partial<Material> },
): string {
  return editor.edit(() => {
    const id = addMaterial(editor.ydoc, { ...like, name: freeMaterialName(editor, name) });
    setSlotMaterial(editor, ids, slot, id);
    return id;
  });
}

/** Assigns a material to nodes; null assigns the default material. */
export function setMaterial(editor: SceneWriter, ids: readonly string[], material: string | null): void {
  editor.edit(() => assignMaterial(editor.ydoc, ids, material));
}

/** Assigns a material to a surface, or to one slot of a node with slots. */
export function setSurfaceMaterial(editor: SceneWriter, { id, slot }: SurfacePart, material: string): void {
  const node = editor.scene.node(id);
  if (node) {
    editor.edit(() =>
      slot !== null && slotPropOf(node.kind) !== undefined
        ? setSlotMaterial(editor, [id], slot, material)
        : assignMaterial(editor.ydoc, [id], material),
    );
  }
}

/**
 * Colours a surface or one slot, without affecting other users of the same material.
 * @returns the assigned material; null if the file's material is used, of which only the colour is known
 */
export function setSurfaceColor(
  editor: SceneWriter & UserInterface,
  part: SurfacePart,
  color: string,
): string | null {
  const { scene, ydoc } = editor;
  const node = scene.node(part.id);
  const assigned = assignedMaterial(editor, part);
  if (!node || (!assigned && showsFile(node.kind))) {
    return null;
  }
  return editor.edit(() => {
    if (assigned && isExclusiveMaterial(editor, part, assigned.id)) {
      updateMaterial(ydoc, assigned.id, { color });
      return assigned.id;
    }
    const name = freeMaterialName(editor, assigned?.material.name || editor.ui.nameOf('material.name'));
    const id = addMaterial(ydoc, { ...assigned?.material, name, color });
    setSurfaceMaterial(editor, part, id);
    return id;
  });
}

/** Replaces a material on all unlocked nodes that use it, as one step. */
export function replaceMaterial(editor: SceneWriter, assigned: string, material: string): void {
  const { scene, ydoc } = editor;
  const ids = new Set(usesOf(editor, assigned).map(({ id }) => id));
  const given = (before: string) => (before === assigned ? material : before);
  editor.edit(() => {
    for (const id of ids) {
      const node = scene.node(id);
      if (node?.material === assigned) {
        assignMaterial(ydoc, [id], material);
      }
      const slots = Object.entries(node ? slotsOf(node) : {});
      if (slots.some(([, before]) => before === assigned)) {
        assignSlots(ydoc, id, Object.fromEntries(slots.map(([slot, before]) => [slot, given(before)])));
      }
    }
  });
}

/** Assigns a material to the surface under a viewport point; returns false without a target. */
export function setMaterialAt(
  editor: SceneWriter & ViewedScene,
  point: ScreenPoint,
  material: string,
): boolean {
  const part = dropTargetAt(editor, point);
  const isThere = Object.hasOwn(editor.scene.document.value.materials, material);
  if (!part || !isThere) {
    return false;
  }
  setSurfaceMaterial(editor, part, material);
  return true;
}

/** Highlights the surface part that would take a material held over a viewport point. */
export function pointAtPart(editor: Feedback & Permission & ViewedScene, point: ScreenPoint): void {
  const part = dropTargetAt(editor, point);
  editor.hover.value = part && {
    handle: null,
    node: part.id,
    ...(part.slot !== null && { slot: part.slot }),
  };
}

/** Deletes a material; nodes that used it lose their assignment. */
export function deleteMaterial(editor: SceneWriter, id: string): void {
  editor.edit(() => removeMaterial(editor.ydoc, id));
}

function freeMaterialName({ scene }: SceneReader, name: string): string {
  const taken = new Set(Object.values(scene.document.value.materials).map((material) => material.name));
  let count = 1;
  while (taken.has(`${name} ${count}`)) {
    count += 1;
  }
  return `${name} ${count}`;
}
