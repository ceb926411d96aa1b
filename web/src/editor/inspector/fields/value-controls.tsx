import { isWebLink } from '@diorama/shared/scene/nodes/annotation/is-web-link.ts';
import { useId, useState } from 'react';
import { Button } from '../../../components/button/button.tsx';
import { Switch } from '../../../components/field/checkbox.tsx';
import { Select } from '../../../components/select/select.tsx';
import { currentViewOf } from '../../features/annotations/model/annotations.ts';
import { useDraft } from '../../hooks/use-draft.ts';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useEditorTranslations } from '../../hooks/use-editor-translations.ts';
import { useHoverPreview } from '../../hooks/use-hover-preview.ts';
import classes from '../fields.module.css';
import { NumberField } from '../number-field.tsx';
import { Row } from '../row.tsx';
import { common } from '../use-patch.ts';
import { type FieldProps, setValue } from './field-props.ts';

export function NumberControl({
  spec,
  label,
  values,
  isDisabled,
  fit,
  onChange,
  onCommit,
  onCancel,
}: FieldProps<'number'>) {
  const value = common(values);
  return (
    <Row label={label}>
      <NumberField
        label={label}
        glyph="↔"
        value={typeof value === 'number' ? value : null}
        spec={spec}
        fit={fit}
        isDisabled={isDisabled}
        onChange={(next) => onChange(() => next)}
        onCommit={onCommit}
        onCancel={onCancel}
      />
    </Row>
  );
}

export function BooleanControl(props: FieldProps<'boolean'>) {
  const { label, values, isDisabled } = props;
  return (
    <Switch
      label={label}
      checked={common(values) === true}
      disabled={isDisabled}
      onChange={(event) => setValue(props, event.currentTarget.checked)}
    />
  );
}

/** Date and time in the user's time zone. */
export function DateControl({ label, values, isDisabled, onChange, onCommit, onCancel }: FieldProps<'date'>) {
  const value = common(values);
  return (
    <Row label={label} isVector>
      <div className={classes.number}>
        <input
          type="datetime-local"
          aria-label={label}
          className={classes.numberInput}
          disabled={isDisabled}
          value={typeof value === 'string' ? localText(new Date(value)) : ''}
          onChange={(event) => {
            const at = new Date(event.currentTarget.value);
            // An incomplete date is not committed.
            if (!Number.isNaN(at.getTime())) {
              onChange(() => at.toISOString());
            }
          }}
          onBlur={onCommit}
          onKeyDown={(event) => {
            event.stopPropagation();
            if (event.key === 'Escape') {
              onCancel();
            }
            if (event.key === 'Escape' || event.key === 'Enter') {
              event.currentTarget.blur();
            }
          }}
        />
      </div>
    </Row>
  );
}

/** Value of the browser's date field: local time without a zone. */
function localText(date: Date): string {
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000);
  return Number.isNaN(local.getTime()) ? '' : local.toISOString().slice(0, 16);
}

export function SelectControl(props: FieldProps<'select'>) {
  const { spec, label, values, isDisabled } = props;
  const { t } = useEditorTranslations();
  const hoverPreview = useHoverPreview();
  const value = common(values);
  return (
    <Row label={label}>
      <Select
        label={label}
        size="small"
        value={typeof value === 'string' ? value : ''}
        // Option labels are editor messages without placeholders.
        options={spec.options.map((option) => ({
          value: option.value,
          label: t(option.label as 'material.color'),
        }))}
        isDisabled={isDisabled}
        onChange={(next) => setValue(props, next)}
        onReach={(next) => (next === null ? hoverPreview.end() : hoverPreview.begin(props.previewOf(next)))}
      />
    </Row>
  );
}

/** Text field, multiline if its spec requires it. */
export function TextControl(props: FieldProps<'text'>) {
  const { spec, label, values, isDisabled } = props;
  const { t } = useEditorTranslations();
  const value = common(values);
  const draft = useDraft({
    shown: typeof value === 'string' ? value : '',
    onCommit: (text) => setValue(props, text),
    isLong: spec.isLong,
  });
  const shared = {
    'aria-label': label,
    maxLength: spec.maxLength,
    disabled: isDisabled,
    placeholder: value === null ? t('inspector.mixed') : undefined,
    ...draft.props,
  };
  return (
    <Row label={label} isVector={spec.isLong}>
      {spec.isLong ? (
        <textarea className={classes.textArea} rows={spec.rows ?? 3} {...shared} />
      ) : (
        <div className={classes.number}>
          <input className={classes.numberInput} autoComplete="off" {...shared} />
        </div>
      )}
    </Row>
  );
}

/** Row of number fields; each component is changed independently, also across several nodes. */
export function VectorControl({
  spec,
  label,
  values,
  isDisabled,
  onChange,
  onCommit,
  onCancel,
}: FieldProps<'vector'>) {
  const { t } = useEditorTranslations();
  return (
    <Row label={label} isVector>
      {spec.axes.map((axis, i) => (
        <NumberField
          key={axis}
          label={t('inspector.axis', { field: label, axis: axis.toUpperCase() })}
          glyph={axis.toUpperCase()}
          axis={axis}
          value={common(values.map((one) => (Array.isArray(one) ? Number(one[i]) : 0)))}
          spec={spec}
          isDisabled={isDisabled}
          onChange={(next) => onChange((before) => (Array.isArray(before) ? before.with(i, next) : before))}
          onCommit={onCommit}
          onCancel={onCancel}
        />
      ))}
    </Row>
  );
}

/** Stores the current view. */
export function ViewControl(props: FieldProps<'view'>) {
  const editor = useEditor();
  const { t } = useEditorTranslations();
  return (
    <Row label={props.label}>
      <div className={classes.buttons}>
        <Button
          size="small"
          disabled={props.isDisabled}
          onClick={() => setValue(props, currentViewOf(editor))}
        >
          {t('field.view.update')}
        </Button>
      </div>
    </Row>
  );
}

/** Field for a web address; an invalid address is rejected with a note. */
export function LinkControl(props: FieldProps<'link'>) {
  const { spec, label, values, isDisabled } = props;
  const { t } = useEditorTranslations();
  const note = useId();
  const [isWrong, setIsWrong] = useState(false);
  const value = common(values);
  const draft = useDraft({
    shown: typeof value === 'string' ? value : '',
    onCommit: (text) => {
      const trimmed = text.trim();
      const isGood = trimmed === '' || isWebLink(trimmed);
      setIsWrong(!isGood);
      if (isGood) {
        setValue(props, trimmed === '' ? null : trimmed);
      }
    },
  });
  return (
    <>
      <Row label={label}>
        <div className={classes.number}>
          <input
            className={classes.numberInput}
            aria-label={label}
            aria-invalid={isWrong || undefined}
            aria-describedby={isWrong ? note : undefined}
            autoComplete="off"
            inputMode="url"
            placeholder="https://"
            maxLength={spec.maxLength}
            disabled={isDisabled}
            {...draft.props}
          />
        </div>
      </Row>
      {isWrong && (
        <p id={note} className={classes.note} role="alert">
          {t('field.link.wrong')}
        </p>
      )}
    </>
  );
}
