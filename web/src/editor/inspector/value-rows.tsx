import type { EditorMessageKey } from '@diorama/shared/i18n/editor.en.ts';
import { Switch } from '../../components/field/checkbox.tsx';
import { Select } from '../../components/select/select.tsx';
import { useEditor } from '../hooks/use-editor.tsx';
import { useLiveEdit } from '../hooks/use-live-edit.ts';
import { useStore } from '../hooks/use-store.ts';
import { useWords } from '../hooks/use-words.ts';
import { ColorField } from './color-field.tsx';
import { NumberField, type NumberSpec } from './number-field.tsx';
import { Row } from './row.tsx';

/** A message of the editor that needs nothing filled in. */
type PlainKey = Extract<EditorMessageKey, `scene.${string}` | `material.${string}`>;

/** One value of a material or of the scene; `path` is where it stands in the JSON form. */
export type ValueField = { path: string; label: PlainKey } & (
  | ({ kind: 'number' } & NumberSpec)
  | { kind: 'color' }
  | { kind: 'boolean' }
  | { kind: 'select'; options: readonly { value: string; label: PlainKey }[] }
);

/** Controls for some values of one thing. */
export function ValueRows({
  fields,
  source,
  onWrite,
}: {
  fields: readonly ValueField[];
  /** What the values are read from. */
  source: object;
  /** Writes one value, given as the nested object that holds only it. */
  onWrite: (patch: object) => void;
}) {
  return fields.map((field) => (
    <ValueRow key={field.path} field={field} value={read(source, field.path)} onWrite={onWrite} />
  ));
}

function ValueRow({
  field,
  value,
  onWrite,
}: {
  field: ValueField;
  value: unknown;
  onWrite: (patch: object) => void;
}) {
  const editor = useEditor();
  const { t } = useWords();
  const live = useLiveEdit(editor);
  const isReadOnly = useStore(editor.isReadOnly);
  const label = t(field.label as 'material.color');
  const change = (next: unknown) => live.change(() => onWrite(nest(field.path, next)));
  const set = (next: unknown) => {
    change(next);
    live.commit();
  };
  const shared = { label, isDisabled: isReadOnly, onCommit: live.commit, onCancel: live.cancel };
  switch (field.kind) {
    case 'number':
      return (
        <Row label={label}>
          <NumberField {...shared} glyph="↔" value={Number(value)} spec={field} onChange={change} />
        </Row>
      );
    case 'color':
      return (
        <Row label={label}>
          <ColorField {...shared} value={String(value)} onChange={change} />
        </Row>
      );
    case 'boolean':
      return (
        <Switch
          label={label}
          checked={value === true}
          disabled={isReadOnly}
          onChange={(event) => set(event.currentTarget.checked)}
        />
      );
    case 'select':
      return (
        <Row label={label}>
          <Select
            label={label}
            size="small"
            value={String(value)}
            options={field.options.map((option) => ({
              value: option.value,
              label: t(option.label as 'material.color'),
            }))}
            isDisabled={isReadOnly}
            onChange={set}
          />
        </Row>
      );
  }
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
