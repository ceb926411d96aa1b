import { MAX_DESCRIPTION } from '@diorama/shared/scene/values.ts';
import { useDraft } from '../hooks/use-draft.ts';
import { useEditorTranslations } from '../hooks/use-editor-translations.ts';
import classes from './fields.module.css';
import { Row } from './row.tsx';

/** Row for the text alternative of an object, for people who do not see it; `name` stands for an empty one. */
export function DescriptionRow({
  value,
  name,
  isDisabled,
  onCommit,
}: {
  value: string;
  name: string;
  isDisabled: boolean;
  onCommit: (value: string) => void;
}) {
  const { t } = useEditorTranslations();
  const { props } = useDraft({ shown: value, onTake: (text) => onCommit(text.trim()) });
  const label = t('inspector.description');
  return (
    <Row label={label}>
      <div className={classes.number}>
        <input
          aria-label={label}
          dir="auto"
          title={t('inspector.description.help')}
          className={classes.numberInput}
          autoComplete="off"
          maxLength={MAX_DESCRIPTION}
          placeholder={name}
          disabled={isDisabled}
          {...props}
        />
      </div>
    </Row>
  );
}
