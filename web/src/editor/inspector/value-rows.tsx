import type { EditorMessageKey } from '@diorama/shared/i18n/editor.en.ts';
import type { FieldSpec } from '@diorama/shared/scene/nodes/define.ts';
import { useEditor } from '../hooks/use-editor.tsx';
import { useLiveEdit } from '../hooks/use-live-edit.ts';
import { useStore } from '../hooks/use-store.ts';
import { useWords } from '../hooks/use-words.ts';
import type { Trial } from '../kernels/try-on.ts';
import { Field } from './fields/field.tsx';

/** A message of the editor that needs nothing filled in. */
type PlainKey = Extract<EditorMessageKey, `scene.${string}` | `material.${string}`>;

/** One value of a material or of the scene; `path` is where it stands in the JSON form. */
export type ValueField = { path: string; label: PlainKey } & FieldSpec<PlainKey>;

/** Controls for some values of one thing. */
export function ValueRows({
  fields,
  source,
  onWrite,
  tryOn,
}: {
  fields: readonly ValueField[];
  /** What the values are read from. */
  source: object;
  /** Writes one value, given as the nested object that holds only it. */
  onWrite: (patch: object) => void;
  /** How the scene would be with such a value. */
  tryOn: (patch: object) => Trial;
}) {
  return fields.map((field) => (
    <ValueRow
      key={field.path}
      field={field}
      value={read(source, field.path)}
      onWrite={onWrite}
      tryOn={tryOn}
    />
  ));
}

function ValueRow({
  field,
  value,
  onWrite,
  tryOn,
}: {
  field: ValueField;
  value: unknown;
  onWrite: (patch: object) => void;
  tryOn: (patch: object) => Trial;
}) {
  const editor = useEditor();
  const { t } = useWords();
  const live = useLiveEdit(editor);
  const isReadOnly = useStore(editor.isReadOnly);
  return (
    <Field
      spec={field}
      label={t(field.label as 'material.color')}
      values={[value]}
      ids={[]}
      isDisabled={isReadOnly}
      onChange={(next) => live.change(() => onWrite(nest(field.path, next(value))))}
      onCommit={live.commit}
      onCancel={live.cancel}
      tryOn={(next) => tryOn(nest(field.path, next))}
    />
  );
}

function read(source: object, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>(
      (value, step) => (typeof value === 'object' && value ? Reflect.get(value, step) : undefined),
      source,
    );
}

function nest(path: string, value: unknown): object {
  const [first = path, ...rest] = path.split('.');
  return { [first]: rest.length === 0 ? value : nest(rest.join('.'), value) };
}
