import type { LibraryThing } from '../../library/use-library.ts';
import { giveSlot } from '../commands/file-materials.ts';
import type { Editor } from '../editor.ts';
import { givenMaterial, materialOf, type PutMeans, type PutOutcome, putMaterial } from './put-thing.ts';

/** Target of a material in the inspector: nodes and one of their slots, or null for whole nodes. */
export type PanelPart = { ids: readonly string[]; slot: string | null };

/** Assigns a library material to the inspector's target, as one step; locked nodes are skipped. */
export function putOnPart(
  means: PutMeans,
  thing: LibraryThing,
  { ids, slot }: PanelPart,
): Exclude<PutOutcome, 'selectFirst'> {
  const { editor } = means;
  if (editor.isReadOnly.get()) {
    return 'readOnly';
  }
  const free = unlocked(editor, ids);
  const values = materialOf(thing);
  if (free.length === 0 || !values) {
    return values ? 'noTarget' : 'gone';
  }
  if (slot === null) {
    putMaterial(means, values, free);
    return 'done';
  }
  editor.edit(() => {
    giveSlot(editor, free, slot, givenMaterial(editor, values));
  });
  return 'done';
}

/** Existing, unlocked nodes among the given ids. */
export function unlocked({ scene }: Editor, ids: readonly string[]): string[] {
  return ids.filter((id) => scene.node(id) !== undefined && !scene.isLocked(id));
}
