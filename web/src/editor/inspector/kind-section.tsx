import type { SceneNode } from '@diorama/shared/scene/document.ts';
import type { InspectorField } from '@diorama/shared/scene/nodes/define.ts';
import { findNodeDef } from '@diorama/shared/scene/nodes/index.ts';
import { useEditor } from '../hooks/use-editor.tsx';
import { useStore } from '../hooks/use-store.ts';
import { useWords } from '../hooks/use-words.ts';
import { AnimationFields, AssetNote, SlotFields } from './model-fields.tsx';
import { NumberField } from './number-field.tsx';
import { Row } from './row.tsx';
import { ScalarControl } from './scalar-control.tsx';
import { Section } from './section.tsx';
import { common, usePatch } from './use-patch.ts';

/** The values that only this kind has, made from what the kind declares. */
export function KindSection({ ids, kind }: { ids: readonly string[]; kind: SceneNode['kind'] }) {
  const { t } = useWords();
  const def = findNodeDef(kind);
  if (!def || def.inspector.fields.length === 0) {
    return null;
  }
  // The list of kinds is typed by kind; here any field of any of them is drawn.
  const fields: readonly InspectorField[] = def.inspector.fields;
  return (
    <Section title={t(def.inspector.label)}>
      {fields.map((field) => (
        <KindField key={field.key} ids={ids} field={field} />
      ))}
    </Section>
  );
}

function KindField({ ids, field }: { ids: readonly string[]; field: InspectorField }) {
  const editor = useEditor();
  const { t } = useWords();
  const { nodes } = useStore(editor.scene);
  const isReadOnly = useStore(editor.isReadOnly);
  const patch = usePatch(ids);
  const values = ids.map((id): unknown => Reflect.get(nodes[id]?.props ?? {}, field.key));
  const value = common(values);
  const label = t(field.label);
  const shared = { label, isDisabled: isReadOnly, onCommit: patch.commit, onCancel: patch.cancel };
  const change = (next: unknown) => patch.change(() => ({ props: { [field.key]: next } }));
  const set = (next: unknown) => patch.set(() => ({ props: { [field.key]: next } }));

  switch (field.kind) {
    case 'number':
    case 'color':
    case 'boolean':
      return <ScalarControl {...shared} spec={field} value={value} onChange={change} onSet={set} />;
    case 'select':
      return (
        <ScalarControl
          {...shared}
          spec={{
            kind: 'select',
            options: field.options.map((option) => ({ value: option.value, label: t(option.label) })),
          }}
          value={value}
          onChange={change}
          onSet={set}
        />
      );
    case 'vector':
      return (
        <Row label={label} isVector>
          {field.axes.map((axis, i) => (
            <NumberField
              {...shared}
              key={axis}
              label={t('inspector.axis', { field: label, axis: axis.toUpperCase() })}
              glyph={axis.toUpperCase()}
              axis={axis}
              value={common(values.map((one) => (Array.isArray(one) ? Number(one[i]) : 0)))}
              spec={field}
              onChange={(next) =>
                patch.change((id) => {
                  const before: unknown = Reflect.get(editor.scene.node(id)?.props ?? {}, field.key);
                  return { props: { [field.key]: Array.isArray(before) ? before.with(i, next) : before } };
                })
              }
            />
          ))}
        </Row>
      );
    case 'asset':
      return <AssetNote ids={ids} />;
    case 'slots':
      return <SlotFields ids={ids} label={label} />;
    case 'animation':
      return <AnimationFields ids={ids} label={label} />;
  }
}
