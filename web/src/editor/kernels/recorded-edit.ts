import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { isSameJson } from '@diorama/shared/scene/json.ts';
import { mergeValues } from '@diorama/shared/scene/part-forms.ts';
import { ROW_TABLES, type RowTable, type SceneChange } from '@diorama/shared/scene/scene-change.ts';
import type { Row } from '@diorama/shared/scene/ydoc.ts';
import {
  type FieldTable,
  fieldsIn,
  fieldsOfRow,
  NO_FIELDS,
  sceneFields,
  valueAt,
} from '@diorama/shared/scene/ydoc-fields.ts';

/** A value before and after an edit; undefined where it was not there. */
type ValueChange<Value> = { readonly before: Value | undefined; after: Value | undefined };

/** Changes of rows, by table and id, each in its order. */
type RowChanges = Readonly<Record<RowTable, Map<string, ValueChange<Row<RowTable>>[]>>>;

/** Changes by the edits of one step. */
export type RecordedEdit = RowChanges & { readonly scene: ValueChange<SceneDocument>[] };

/** A value without a recorded change. It is a conflict if another user has changed the same part since. */
type Reverted<Value> = { value: Value | undefined; isConflict: boolean };

export function emptyRecord(): RecordedEdit {
  const rows = ROW_TABLES.map((name) => [name, new Map()] as const);
  // `fromEntries` loses the names of the tables.
  return { ...(Object.fromEntries(rows) as RowChanges), scene: [] };
}

/** Adds what one transaction changed. */
export function recordChange(
  record: RecordedEdit,
  { before, after, change }: { before: SceneDocument; after: SceneDocument; change: SceneChange },
): void {
  for (const name of ROW_TABLES) {
    for (const id of change[name]) {
      append(listIn(record[name], id), { before: before[name][id], after: after[name][id] });
    }
  }
  if (change.scene) {
    append(record.scene, { before, after });
  }
}

/** The user whose value is kept in a conflict. */
export type Winner = 'self' | 'others';

type Reversion<Value> = { now: Value | undefined; changes: readonly ValueChange<Value>[]; winner: Winner };

/** A row as it is now, without what the recorded changes did to it. */
export function revertRow(name: RowTable, reversion: Reversion<Row<RowTable>>): Reverted<Row<RowTable>> {
  // Rows of documents have known kinds.
  return revert(reversion, (row) => fieldsOfRow(name, Reflect.get(row, 'kind')) ?? NO_FIELDS);
}

/** The scene's own values as they are now, without what the recorded changes did to them. */
export function revertScene(reversion: Reversion<SceneDocument>): Reverted<SceneDocument> {
  return revert(reversion, () => sceneFields);
}

function revert<Value extends object>(
  { now, changes, winner }: Reversion<Value>,
  tableOf: (value: Value) => FieldTable,
): Reverted<Value> {
  let [value, isConflict] = [now, false];
  for (const { before, after } of changes.toReversed()) {
    if (!before) {
      value = undefined;
    } else if (!after) {
      value ??= before;
    } else if (value) {
      const table = tableOf(before);
      if (table !== tableOf(after)) {
        value = tableOf(after) === tableOf(value) ? asPreviousKind(before, { after, value, tableOf }) : value;
      } else if (table === tableOf(value)) {
        // A node of another kind contains nothing of the change.
        const merged = mergeFields(table, { base: after, mine: before, theirs: value }, winner);
        [value, isConflict] = [merged.value, isConflict || merged.isConflict];
      }
    }
  }
  return { value, isConflict };
}

/** The value of another kind as before the change, with changes since then of fields that both kinds have. */
function asPreviousKind<Value extends object>(
  before: Value,
  { after, value, tableOf }: { after: Value; value: Value; tableOf: (value: Value) => FieldTable },
): Value {
  const { fields } = tableOf(before);
  return [...tableOf(after).fields.values()].reduce((former, field) => {
    const next = valueAt(value, field);
    const isShared = field.key !== 'kind' && fields.has(field.key);
    return !isShared || isSameJson(valueAt(after, field), next)
      ? former
      : withValue(former, [...field.within, field.name], next);
  }, before);
}

function mergeFields<Value extends object>(
  table: FieldTable,
  { base, mine, theirs }: { base: Value; mine: Value; theirs: Value },
  winner: Winner,
): { value: Value; isConflict: boolean } {
  let [value, isConflict] = [theirs, false];
  for (const field of fieldsIn(table, base, mine, theirs)) {
    const [from, to, present] = [base, mine, theirs].map((one) => valueAt(one, field));
    if (isSameJson(from, to)) {
      continue;
    }
    const [first, second] = winner === 'self' ? [to, present] : [present, to];
    const merged = mergeValues(field.form, { base: from, mine: first, theirs: second });
    isConflict ||= merged.isConflict;
    value = withValue(value, [...field.within, field.name], merged.value);
  }
  return { value, isConflict };
}

/** A copy with another value at the end of a path. */
function withValue<Value extends object>(
  holder: Value,
  [step = '', ...rest]: string[],
  value: unknown,
): Value {
  const inner: unknown = Reflect.get(holder, step);
  return { ...holder, [step]: rest.length === 0 ? value : withValue(Object(inner), rest, value) };
}

function listIn<Value>(map: Map<string, Value[]>, id: string): Value[] {
  const list = map.get(id) ?? [];
  map.set(id, list);
  return list;
}

/** Merges successive changes, except where another user changed the value between them. */
function append<Value>(changes: ValueChange<Value>[], change: ValueChange<Value>): void {
  const last = changes.at(-1);
  if (last && last.after !== undefined && last.after === change.before) {
    last.after = change.after;
  } else {
    changes.push(change);
  }
}
