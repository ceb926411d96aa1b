import type { LibraryItem } from '../../../../library/use-library.ts';
import { setSlotMaterial } from '../../../commands/file-materials.ts';
import type { SceneReader } from '../../../parts.ts';
import { type InsertContext, type InsertOutcome, insertMaterial } from './insert-library-item.ts';
import { ensureMaterial, materialOfItem } from './library-material.ts';

/** Target of a material in the inspector: nodes and one of their slots, or null for whole nodes. */
export type PanelPart = { ids: readonly string[]; slot: string | null };

/** Assigns a library material to the inspector's target, as one step; locked nodes are skipped. */
export function assignLibraryMaterial(
  context: InsertContext,
  item: LibraryItem,
  { ids, slot }: PanelPart,
): Exclude<InsertOutcome, 'selectFirst'> {
  const { editor } = context;
  if (editor.isReadOnly.value) {
    return 'readOnly';
  }
  const free = unlocked(editor, ids);
  const values = materialOfItem(item);
  if (free.length === 0 || !values) {
    return values ? 'noTarget' : 'gone';
  }
  if (slot === null) {
    insertMaterial(context, values, free);
    return 'done';
  }
  editor.edit(() => {
    setSlotMaterial(editor, free, slot, ensureMaterial(editor, values));
  });
  return 'done';
}

/** Existing, unlocked nodes among the given ids. */
export function unlocked({ scene }: SceneReader, ids: readonly string[]): string[] {
  return ids.filter((id) => scene.node(id) !== undefined && !scene.isLocked(id));
}
