import type { Key } from '@diorama/shared/scene/document.ts';
import type { FieldValues } from '@diorama/shared/scene/field-values.ts';
import { tracksOf } from '@diorama/shared/scene/interactions/timelines.ts';
import { addRow, removeRows, updateRow } from '@diorama/shared/scene/scene-ops.ts';
import { putField, sceneRoots } from '@diorama/shared/scene/ydoc.ts';
import { fieldOf, tableFields } from '@diorama/shared/scene/ydoc-fields.ts';
import * as Y from 'yjs';
import type { SceneReader, SceneWriter, UserInterface } from '../../../parts.ts';
import { timelinesOf } from '../../interactions/model/interactions.ts';
import { forgetValues, hasRowRoom, lastIndex } from '../../values/model/rows.ts';

export type KeyRow = Key & { id: string };

/** Times are multiples of this, in seconds. */
export const TIME_STEP = 0.05;

/** The nearest possible time of a key, within the length of its timeline. */
export function keyTime(seconds: number, duration: number): number {
  const steps = Math.round(seconds / TIME_STEP);
  return Math.min(duration, Math.max(0, Number((steps * TIME_STEP).toFixed(2))));
}

/** The keys of a timeline in the stored scene, in order of time. */
export function keysOf({ scene }: SceneReader, timeline: string): KeyRow[] {
  return Object.entries(scene.shared.value.keys)
    .flatMap(([id, key]) => (key.timeline === timeline ? [{ ...key, id }] : []))
    .sort((a, b) => a.time - b.time || (a.id < b.id ? -1 : 1));
}

/** Adds a timeline, last; returns its id. */
export function addTimeline(editor: SceneWriter, name: string): string {
  return editor.edit(() => addRow(editor.ydoc, 'timelines', { name, index: lastIndex(timelinesOf(editor)) }));
}

/** Removes a timeline with its keys. */
export function removeTimeline(editor: SceneWriter, id: string): void {
  editor.edit(() => {
    removeRows(
      editor.ydoc,
      'keys',
      keysOf(editor, id).map((key) => key.id),
    );
    removeRows(editor.ydoc, 'timelines', [id]);
  });
}

/** The key of a timeline at a time, added where there is none; null and a notice if there is no room. */
export function keyAt(editor: SceneWriter & UserInterface, timeline: string, time: number): string | null {
  const there = keysOf(editor, timeline).findLast((key) => key.time === time);
  if (there || !hasRowRoom(editor, 'keys')) {
    return there?.id ?? null;
  }
  return editor.edit(() => addRow(editor.ydoc, 'keys', { timeline, time }));
}

/** Keeps values in the key at a time; it is added where there is none. */
export function keepValues(
  editor: SceneWriter & UserInterface,
  { timeline, time }: { timeline: string; time: number },
  values: FieldValues,
): void {
  editor.edit(() => {
    const row = sceneRoots(editor.ydoc).keys.get(keyAt(editor, timeline, time) ?? '');
    for (const [path, value] of row instanceof Y.Map ? Object.entries(values) : []) {
      const field = fieldOf(tableFields.keys, `values.${path}`);
      if (field && row instanceof Y.Map) {
        putField(row, field, value);
      }
    }
  });
}

/** Takes a field out of a timeline; keys without values stay. */
export function removeTrack(editor: SceneWriter, timeline: string, path: string): void {
  const track = tracksOf(editor.scene.shared.value, timeline).find((one) => one.path === path);
  editor.edit(() => {
    for (const { id } of track?.keys ?? []) {
      forgetValues(editor, { table: 'keys', id }, [path]);
    }
  });
}

/** Changes a key; called within an edit. */
export function writeKey(
  editor: SceneWriter,
  id: string,
  patch: Partial<Pick<Key, 'time' | 'easing'>>,
): void {
  updateRow(editor.ydoc, 'keys', id, patch);
}
