import type { Material } from '@diorama/shared/scene/document.ts';
import { roleOf, showsFile, slotPropOf, slotsOf } from '@diorama/shared/scene/nodes/kinds.ts';
import {
  addMaterial,
  assignMaterial,
  assignSlots,
  removeMaterial,
  updateMaterial,
} from '@diorama/shared/scene/scene-ops.ts';
import type { Editor } from '../editor.ts';
import type { ScreenPoint } from '../managers/camera.ts';
import { usesOf } from '../queries/count-uses.ts';
import { pickSeen } from '../queries/pick.ts';
import { isOwnMaterial, type SurfacePart, wornMaterial } from '../queries/worn-material.ts';
import { giveSlot } from './file-materials.ts';

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

/** Makes a material, a copy of `like` if given, and gives it to a slot of nodes; returns its id. */
export function createSlotMaterial(
  editor: Editor,
  { ids, slot }: { ids: readonly string[]; slot: string },
  { name, like = {} }: { name: string; like?: Partial<Material> },
): string {
  return editor.edit(() => {
    const id = addMaterial(editor.ydoc, { ...like, name: freeMaterialName(editor, name) });
    giveSlot(editor, ids, slot, id);
    return id;
  });
}

/** Gives nodes a material, or the default one for null. */
export function giveMaterial(editor: Editor, ids: readonly string[], material: string | null): void {
  editor.edit(() => assignMaterial(editor.ydoc, ids, material));
}

/** Gives a material to a surface, or to one slot of what has slots. */
export function giveToSurface(editor: Editor, { id, slot }: SurfacePart, material: string): void {
  const node = editor.scene.node(id);
  if (node) {
    editor.edit(() =>
      slot !== null && slotPropOf(node.kind) !== undefined
        ? giveSlot(editor, [id], slot, material)
        : assignMaterial(editor.ydoc, [id], material),
    );
  }
}

/**
 * Gives a colour to a surface, or to one slot of what has slots, and to nothing else that wears the same material.
 * @returns the material that has it now; null where a file has its own, of which nothing but the colour is known
 */
export function giveColor(editor: Editor, part: SurfacePart, color: string): string | null {
  const { scene, ydoc } = editor;
  const node = scene.node(part.id);
  const worn = wornMaterial(editor, part);
  if (!node || (!worn && showsFile(node.kind))) {
    return null;
  }
  return editor.edit(() => {
    if (worn && isOwnMaterial(editor, part, worn.id)) {
      updateMaterial(ydoc, worn.id, { color });
      return worn.id;
    }
    const name = freeMaterialName(editor, worn?.material.name || editor.ui.nameOf('material.name'));
    const id = addMaterial(ydoc, { ...worn?.material, name, color });
    giveToSurface(editor, part, id);
    return id;
  });
}

/** Gives a material to all that wears another one, as one step; what is locked keeps it. */
export function replaceMaterial(editor: Editor, worn: string, material: string): void {
  const { scene, ydoc } = editor;
  const ids = new Set(usesOf(editor, worn).map(({ id }) => id));
  const given = (before: string) => (before === worn ? material : before);
  editor.edit(() => {
    for (const id of ids) {
      const node = scene.node(id);
      if (node?.material === worn) {
        assignMaterial(ydoc, [id], material);
      }
      const slots = Object.entries(node ? slotsOf(node) : {});
      if (slots.some(([, before]) => before === worn)) {
        assignSlots(ydoc, id, Object.fromEntries(slots.map(([slot, before]) => [slot, given(before)])));
      }
    }
  });
}

/** Gives a material to what is under a point of the viewport; false where nothing takes it. */
export function giveMaterialAt(editor: Editor, point: ScreenPoint, material: string): boolean {
  const part = partAt(editor, point);
  const isThere = Object.hasOwn(editor.scene.get().materials, material);
  if (!part || !isThere || editor.isReadOnly.get()) {
    return false;
  }
  giveToSurface(editor, part, material);
  return true;
}

/** The surface at a point of the viewport, and its slot there, that takes a material; null where that is locked, or none. */
export function partAt(editor: Editor, point: ScreenPoint): SurfacePart | null {
  const hit = pickSeen(editor, point);
  const node = hit && editor.scene.node(hit.id);
  const isTaken = node && roleOf(node.kind) === 'surface' && !editor.scene.isLocked(hit.id);
  return isTaken ? { id: hit.id, slot: hit.slot } : null;
}

/** Shows which part of a surface a material would be given to that is held over a point of the viewport. */
export function pointAtPart(editor: Editor, point: ScreenPoint): void {
  const part = partAt(editor, point);
  editor.hover.set(part && { handle: null, node: part.id, ...(part.slot !== null && { slot: part.slot }) });
}

/** Takes a material out of the scene; what wore it has none then. */
export function deleteMaterial(editor: Editor, id: string): void {
  editor.edit(() => removeMaterial(editor.ydoc, id));
}

function freeMaterialName({ scene }: Editor, name: string): string {
  const taken = new Set(Object.values(scene.get().materials).map((material) => material.name));
  let count = 1;
  while (taken.has(`${name} ${count}`)) {
    count += 1;
  }
  return `${name} ${count}`;
}
