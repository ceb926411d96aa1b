import { fileOf } from '@diorama/shared/scene/nodes/kinds.ts';
import { Switch } from '../../../components/field/checkbox.tsx';
import { Select } from '../../../components/select/select.tsx';
import { useWords } from '../../hooks/use-words.ts';
import classes from '../fields.module.css';
import { NumberField } from '../number-field.tsx';
import { Row } from '../row.tsx';
import { type FieldProps, setValue } from './field-props.ts';
import { useShownAsset } from './use-shown-asset.ts';

/** In a list of choices, the one that means none: a select cannot have an empty value. */
const FIRST = '-';

/** Which clip of a file plays, and how fast. */
export function AnimationControl(props: FieldProps<'animation'>) {
  const { ids, label, isDisabled, onChange, onCommit, onCancel } = props;
  const { t } = useWords();
  const { node, asset } = useShownAsset(ids);
  const animation = node && fileOf(node)?.animation;
  const clips = asset?.extra.animations ?? [];
  if (!animation || clips.length === 0) {
    return null;
  }
  return (
    <fieldset className={classes.group} aria-label={label}>
      <Row label={t('inspector.clip')}>
        <Select
          label={t('inspector.clip')}
          size="small"
          value={animation.clip ?? FIRST}
          options={[
            { value: FIRST, label: t('inspector.firstClip') },
            ...clips.map(({ name }) => ({ value: name, label: name })),
          ]}
          isDisabled={isDisabled}
          onChange={(clip) => setValue(props, { ...animation, clip: clip === FIRST ? null : clip })}
        />
      </Row>
      <Row label={t('inspector.speed')}>
        <NumberField
          label={t('inspector.speed')}
          glyph="↔"
          value={animation.speed}
          spec={{ unit: 'factor', min: -10, max: 10, step: 0.05 }}
          isDisabled={isDisabled}
          onChange={(speed) => onChange(() => ({ ...animation, speed }))}
          onCommit={onCommit}
          onCancel={onCancel}
        />
      </Row>
      <Switch
        label={t('inspector.playing')}
        checked={animation.playing}
        disabled={isDisabled}
        onChange={(event) => setValue(props, { ...animation, playing: event.currentTarget.checked })}
      />
    </fieldset>
  );
}
