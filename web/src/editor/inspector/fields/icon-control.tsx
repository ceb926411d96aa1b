import type { AnnotationIcon } from '@diorama/shared/scene/nodes/annotation/icons.ts';
import { useId } from 'react';
import { MARKER_ICONS } from '../../../scene/marker-icons.ts';
import { useEditorTranslations } from '../../hooks/use-editor-translations.ts';
import { Row } from '../row.tsx';
import { common } from '../use-patch.ts';
import { type FieldProps, setValue } from './field-props.ts';
import classes from './icon-control.module.css';

/** Icon of a marker; the first choice is its number. */
export function IconControl(props: FieldProps<'icon'>) {
  const { spec, label, values, isDisabled } = props;
  const { t } = useEditorTranslations();
  const shown = common(values);
  // Radio buttons need a common name for arrow key navigation.
  const group = useId();
  return (
    <Row label={label} isVector>
      <div className={classes.icons} role="radiogroup" aria-label={label}>
        {(['', ...spec.options] as const).map((icon) => (
          <label key={icon} className={classes.icon} title={t(wordOf(icon))}>
            <input
              type="radio"
              name={group}
              className={classes.input}
              aria-label={t(wordOf(icon))}
              checked={shown === icon}
              disabled={isDisabled}
              onChange={() => setValue(props, icon)}
            />
            {icon === '' ? '1' : <MarkerIcon icon={icon} />}
          </label>
        ))}
      </div>
    </Row>
  );
}

/** Icon of a marker; decorative, so its parent needs a label. */
export function MarkerIcon({ icon }: { icon: AnnotationIcon }) {
  return (
    <svg className={classes.glyph} viewBox="0 0 24 24" aria-hidden="true">
      <path d={MARKER_ICONS[icon]} />
    </svg>
  );
}

function wordOf(icon: AnnotationIcon | '') {
  return icon === '' ? 'icon.number' : (`icon.${icon}` as const);
}
