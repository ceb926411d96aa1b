import { TABLE_LIMITS } from '@diorama/shared/scene/defaults.ts';
import type { FieldValues } from '@diorama/shared/scene/field-values.ts';
import { ownMember } from '@diorama/shared/scene/json.ts';
import { updateRow } from '@diorama/shared/scene/scene-ops.ts';
import { placeSiblings } from '@diorama/shared/scene/sibling-order.ts';
import { sceneRoots } from '@diorama/shared/scene/ydoc.ts';
import * as Y from 'yjs';
import type { ValueTarget } from '../../../managers/recording.ts';
import type { SceneReader, SceneWriter, UserInterface } from '../../../parts.ts';

/** A table whose rows have an order. */
export type OrderedTable = 'options' | 'choices' | 'states' | 'interactions' | 'timelines';

type OrderedRow = { id: string; index: string };

/** Whether a table of the scene has room for another row; shows a notice otherwise. */
export function hasRowRoom(
  { scene, ui }: SceneReader & UserInterface,
  table: keyof typeof TABLE_LIMITS,
): boolean {
  const most = TABLE_LIMITS[table];
  const isFull = Object.keys(scene.shared.value[table]).length >= most;
  if (isFull) {
    ui.notify('rows.full', { most });
  }
  return !isFull;
}

/** Moves a row by one place, earlier for −1 and later for 1. */
export function moveRow(
  editor: SceneWriter,
  table: OrderedTable,
  rows: readonly OrderedRow[],
  { id, by }: { id: string; by: -1 | 1 },
): void {
  const from = rows.findIndex((row) => row.id === id);
  const others = rows.filter((row) => row.id !== id);
  const to = from + by;
  if (from < 0 || to < 0 || to > others.length) {
    return;
  }
  const { placed, moved } = placeSiblings(others, to, 1);
  editor.edit(() => {
    for (const { id: row, index } of [{ id, index: placed[0] ?? '' }, ...moved]) {
      updateRow(editor.ydoc, table, row, { index });
    }
  });
}

/** Order key of a new last row. */
export function lastIndex(rows: readonly OrderedRow[]): string {
  return placeSiblings(rows, rows.length, 1).placed[0] ?? 'a0';
}

/** The values of a row; none for a deleted one. */
export function recordedValues(
  { scene }: Pick<SceneReader, 'scene'>,
  { table, id }: ValueTarget,
): FieldValues {
  return ownMember<{ values: FieldValues }>(scene.shared.value[table], id)?.values ?? {};
}

/** Takes values out of a row, so that it no longer changes these fields. */
export function forgetValues(
  editor: SceneWriter,
  { table, id }: ValueTarget,
  paths: readonly string[],
): void {
  editor.edit(() => {
    const row = sceneRoots(editor.ydoc)[table].get(id);
    for (const path of row instanceof Y.Map ? paths : []) {
      if (row instanceof Y.Map) {
        row.delete(`values.${path}`);
      }
    }
  });
}
