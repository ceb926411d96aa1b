import { fileOf } from '@diorama/shared/scene/nodes/kinds.ts';
import { Switch } from '../../../components/field/checkbox.tsx';
import { Select } from '../../../components/select/select.tsx';
import { useEditorTranslations } from '../../hooks/use-editor-translations.ts';
import classes from '../fields.module.css';
import { MIXED, mixedOption } from '../mixed-option.ts';
import { NumberField } from '../number-field.tsx';
import { Row } from '../row.tsx';
import { common } from '../use-patch.ts';
import type { FieldProps } from './field-props.ts';
import { useShownAsset } from './use-shown-asset.ts';

type Animation = NonNullable<NonNullable<ReturnType<typeof fileOf>>['animation']>;

/** Select value for no clip: a select cannot have an empty value. */
const FIRST = '-';

/** Animation clip of a file, and its speed. */
export function AnimationControl({
  ids,
  label,
  isDisabled,
  onChange,
  onCommit,
  onCancel,
}: FieldProps<'animation'>) {
  const { t } = useEditorTranslations();
  const { nodes, asset } = useShownAsset(ids);
  const animations = nodes.map((node) => fileOf(node)?.animation).filter((one) => one !== undefined);
  const clips = asset?.extra.animations ?? [];
  if (animations.length === 0 || clips.length === 0) {
    return null;
  }
  const chosen = common(animations.map(({ clip }) => clip ?? FIRST));
  /** Other properties of each value are kept. */
  const change = (patch: Partial<Animation>) =>
    onChange((before) => ({ ...(before as Animation), ...patch }));
  const set = (patch: Partial<Animation>) => {
    change(patch);
    onCommit();
  };
  return (
    <fieldset className={classes.group} aria-label={label}>
      <Row label={t('inspector.clip')}>
        <Select
          label={t('inspector.clip')}
          size="small"
          value={chosen ?? MIXED}
          options={[
            ...mixedOption(t, chosen === null),
            { value: FIRST, label: t('inspector.firstClip') },
            ...clips.map(({ name }) => ({ value: name, label: name })),
          ]}
          isDisabled={isDisabled}
          onChange={(clip) => set({ clip: clip === FIRST ? null : clip })}
        />
      </Row>
      <Row label={t('inspector.speed')}>
        <NumberField
          label={t('inspector.speed')}
          glyph="↔"
          value={common(animations.map(({ speed }) => speed))}
          spec={{ unit: 'factor', min: -10, max: 10, step: 0.05 }}
          isDisabled={isDisabled}
          onChange={(speed) => change({ speed })}
          onCommit={onCommit}
          onCancel={onCancel}
        />
      </Row>
      <Switch
        label={t('inspector.playing')}
        checked={animations.every(({ playing }) => playing)}
        disabled={isDisabled}
        onChange={(event) => set({ playing: event.currentTarget.checked })}
      />
    </fieldset>
  );
}
