import { isWebLink } from '@diorama/shared/scene/nodes/annotation/is-web-link.ts';
import { useId, useState } from 'react';
import { useDraft } from '../../hooks/use-draft.ts';
import { useEditorTranslations } from '../../hooks/use-editor-translations.ts';
import classes from '../fields.module.css';
import { Row } from '../row.tsx';
import { common } from '../use-patch.ts';
import { type FieldProps, setValue } from './field-props.ts';

/** Field for a web address; an invalid address is rejected with a note. */
export function LinkControl(props: FieldProps<'link'>) {
  const { spec, label, values, isDisabled } = props;
  const { t } = useEditorTranslations();
  const note = useId();
  const [isWrong, setIsWrong] = useState(false);
  const value = common(values);
  const draft = useDraft({
    shown: typeof value === 'string' ? value : '',
    onTake: (text) => {
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
