import { Button } from '../../../components/button/button.tsx';
import { viewOf } from '../../features/annotations/model/annotations.ts';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useEditorTranslations } from '../../hooks/use-editor-translations.ts';
import classes from '../fields.module.css';
import { Row } from '../row.tsx';
import { type FieldProps, setValue } from './field-props.ts';

/** Stores the current view. */
export function ViewControl(props: FieldProps<'view'>) {
  const editor = useEditor();
  const { t } = useEditorTranslations();
  return (
    <Row label={props.label}>
      <div className={classes.buttons}>
        <Button size="small" disabled={props.isDisabled} onClick={() => setValue(props, viewOf(editor))}>
          {t('field.view.update')}
        </Button>
      </div>
    </Row>
  );
}
