import type { LibraryThing } from '../../library/use-library.ts';
import { giveSlot } from '../commands/file-materials.ts';
import type { Editor } from '../editor.ts';
import { givenMaterial, materialOf, type PutMeans, type PutOutcome, putMaterial } from './put-thing.ts';

/** What the inspector shows a material of: things, and a slot that they have; null for all of each. */
export type PanelPart = { ids: readonly string[]; slot: string | null };

/** Gives a material of the library to what the inspector shows, as one step; what is locked keeps its own. */
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

/** What of some things is there and not locked. */
export function unlocked({ scene }: Editor, ids: readonly string[]): string[] {
  return ids.filter((id) => scene.node(id) !== undefined && !scene.isLocked(id));
}
