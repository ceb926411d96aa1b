import type { Messages } from '@diorama/shared/i18n/catalogues.ts';
import type { FieldSpec } from '@diorama/shared/scene/nodes/define.ts';
import { useEditor } from '../hooks/use-editor.tsx';
import { useEditorTranslations } from '../hooks/use-editor-translations.ts';
import { useLiveEdit } from '../hooks/use-live-edit.ts';
import { useSignalValue } from '../hooks/use-signal-value.ts';
import type { ScenePreview } from '../kernels/scene-preview.ts';
import { Field } from './fields/field.tsx';
import type { FieldProps } from './fields/field-props.ts';
import { MapSlot } from './fields/map-slot.tsx';

/** Editor message without placeholders. */
type PlainKey = Extract<keyof Messages<'panels'>, `scene.${string}` | `material.${string}`>;

/** Value of a material or of the scene; `path` is its place in the JSON form. */
export type ValueField = { path: string; label: PlainKey; map?: MapField } & FieldSpec<PlainKey>;

/** Texture map of a value. */
export type MapField = { path: string; label: PlainKey } & Extract<FieldSpec<PlainKey>, { kind: 'picture' }>;

/** Controls for values of one object. */
export function ValueRows({
  fields,
  source,
  onWrite,
  previewOf,
}: {
  fields: readonly ValueField[];
  /** Object with the values. */
  source: object;
  /** Writes one value, as a nested object that contains only it. */
  onWrite: (patch: object) => void;
  /** Preview of such a value. */
  previewOf: (patch: object) => ScenePreview;
}) {
  return fields.map((field) => (
    <ValueRow key={field.path} field={field} source={source} onWrite={onWrite} previewOf={previewOf} />
  ));
}

type ValueRowProps = {
  field: ValueField;
  source: object;
  onWrite: (patch: object) => void;
  previewOf: (patch: object) => ScenePreview;
};

function ValueRow({ field, ...rest }: ValueRowProps) {
  const propsOf = useFieldProps(rest);
  const { map } = field;
  const control = <Field {...propsOf(field)} spec={field} />;
  return map ? (
    <MapSlot {...propsOf(map)} spec={map}>
      {control}
    </MapSlot>
  ) : (
    control
  );
}

/** Props of the control for the value at a path. */
function useFieldProps({ source, onWrite, previewOf }: Omit<ValueRowProps, 'field'>) {
  const editor = useEditor();
  const { t } = useEditorTranslations();
  const live = useLiveEdit(editor);
  const isReadOnly = useSignalValue(editor.isReadOnly);
  return ({ path, label }: Pick<ValueField, 'path' | 'label'>): Omit<FieldProps, 'spec'> => {
    const value = read(source, path);
    return {
      label: t(label as 'material.color'),
      values: [value],
      ids: [],
      isDisabled: isReadOnly,
      onChange: (next) => live.change(() => onWrite(nest(path, next(value)))),
      onCommit: live.commit,
      onCancel: live.cancel,
      previewOf: (next) => previewOf(nest(path, next)),
    };
  };
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
