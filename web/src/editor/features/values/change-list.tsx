import { sourceIdOf } from '@diorama/shared/scene/copies/generated-id.ts';
import type { SceneNode } from '@diorama/shared/scene/document.ts';
import type { FieldValues } from '@diorama/shared/scene/field-values.ts';
import { ownMember } from '@diorama/shared/scene/json.ts';
import { findNodeDef } from '@diorama/shared/scene/nodes/index.ts';
import { X } from 'lucide-react';
import { IconButton } from '../../../components/button/icon-button.tsx';
import { useTranslations } from '../../../hooks/use-translations.ts';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useEditorTranslations } from '../../hooks/use-editor-translations.ts';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import { advancedFields, mapFields, materialFields } from '../../inspector/material-fields.ts';
import type { ValueTarget } from '../../managers/recording.ts';
import { forgetValues } from './model/rows.ts';
import { groupValues, type ValueGroup } from './model/value-groups.ts';
import classes from './values.module.css';

/** Fields of nodes that no kind declares. */
const COMMON = ['name', 'description', 'visible', 'position', 'rotation', 'scale', 'material'] as const;
/** Parts of the scene, by the first step of a field's key. */
const PARTS = ['environment', 'effects', 'camera', 'tour'] as const;

type ChangeListProps = {
  values: FieldValues;
  name: string;
  texts: { title: string; none: string };
  removeLabel: (field: string, owner: string) => string;
  onRemove: (path: string) => void;
};

/** The changes of a recorded choice or state; each field can be taken out. */
export function RecordedChanges({
  target,
  values,
  name,
}: {
  target: ValueTarget;
  values: FieldValues;
  name: string;
}) {
  const editor = useEditor();
  const { t } = useTranslations('options');
  return (
    <ChangeList
      values={values}
      name={name}
      texts={{ title: t('options.changes'), none: t('options.changes.none') }}
      removeLabel={(field, owner) => t('options.changes.remove', { field, name: owner })}
      onRemove={(path) => forgetValues(editor, target, [path])}
    />
  );
}

/** The values of a set, object by object; each can be taken out. */
export function ChangeList({ values, name, texts, removeLabel, onRemove }: ChangeListProps) {
  const editor = useEditor();
  const document = useSignalValue(editor.scene.shared);
  const isReadOnly = useSignalValue(editor.isReadOnly);
  const nameOf = useFieldNames();
  const ownerOf = useOwnerNames();
  const groups = groupValues(values, document);
  return (
    <section aria-label={`${texts.title}: ${name}`} className={classes.changes}>
      <p className={classes.changesTitle}>{texts.title}</p>
      {groups.length === 0 && <p className={classes.changesNone}>{texts.none}</p>}
      <ul>
        {groups.map((group) => {
          const owner = ownerOf(group);
          return group.fields.map(({ path, field }) => (
            <li key={path} className={classes.change}>
              <span className={classes.changeText}>
                <span dir="auto">{owner}</span> · {nameOf(group, field)}
              </span>
              <IconButton
                size="small"
                label={removeLabel(nameOf(group, field), owner)}
                icon={<X size={14} aria-hidden="true" />}
                disabled={isReadOnly}
                onClick={() => onRemove(path)}
              />
            </li>
          ));
        })}
      </ul>
    </section>
  );
}

/** Names of the rows that values change. */
export function useOwnerNames(): (group: ValueGroup) => string {
  const { t } = useTranslations('options');
  return ({ isGone, name, table }) =>
    isGone
      ? t('options.changes.gone')
      : name || t(table === 'materials' ? 'options.field.material' : 'options.scene');
}

/** Names of fields, as the inspector has them. */
export function useFieldNames(): (group: ValueGroup, field: string) => string {
  const editor = useEditor();
  const { t } = useTranslations('options');
  const { t: say } = useEditorTranslations();
  const common = (field: string) => COMMON.find((one) => one === field);
  return ({ key, table }, field) => {
    if (table === 'scene') {
      const part = PARTS.find((one) => field.startsWith(`${one}.`));
      return part ? t(`options.field.${part}`) : field;
    }
    if (table === 'materials') {
      const all = Object.values(editor.scene.shared.value.materials)
        .slice(0, 1)
        .flatMap((material) => [...materialFields(material), ...mapFields(material), ...advancedFields]);
      const spec = all.find(({ path }) => path === field);
      return spec ? say(spec.label as 'material.color') : field;
    }
    const known = common(field);
    if (known) {
      return t(`options.field.${known}`);
    }
    const node: SceneNode | undefined = ownMember(
      editor.scene.shared.value.nodes,
      sourceIdOf(key.slice('nodes/'.length)),
    );
    const spec = findNodeDef(node?.kind ?? '')?.inspector.fields.find((one) => `props.${one.key}` === field);
    return spec ? say(spec.label as 'field.size') : field.replace(/^props\./, '');
  };
}
