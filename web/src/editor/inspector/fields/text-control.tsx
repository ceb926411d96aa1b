import { useDraft } from '../../hooks/use-draft.ts';
import { useEditorTranslations } from '../../hooks/use-editor-translations.ts';
import classes from '../fields.module.css';
import { Row } from '../row.tsx';
import { common } from '../use-patch.ts';
import { type FieldProps, setValue } from './field-props.ts';

/** Text field, multiline if its spec requires it. */
export function TextControl(props: FieldProps<'text'>) {
  const { spec, label, values, isDisabled } = props;
  const { t } = useEditorTranslations();
  const value = common(values);
  const draft = useDraft({
    shown: typeof value === 'string' ? value : '',
    onTake: (text) => setValue(props, text),
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
