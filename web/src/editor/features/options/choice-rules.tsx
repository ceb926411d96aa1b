import type { Choice } from '@diorama/shared/scene/document.ts';
import type { OptionChoices } from '@diorama/shared/scene/options/options.ts';
import { Select } from '../../../components/select/select.tsx';
import { useTranslations } from '../../../hooks/use-translations.ts';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import { Row } from '../../inspector/row.tsx';
import { type ChoiceRule, ruleOf, setRule } from './model/options.ts';

const RULES: readonly ChoiceRule[] = ['any', 'requires', 'excludes'];

/** How a choice can be combined with the choices of other options. */
export function ChoiceRules({
  choice,
  options,
}: {
  choice: Choice & { id: string };
  options: readonly OptionChoices[];
}) {
  const editor = useEditor();
  const { t } = useTranslations('options');
  const isReadOnly = useSignalValue(editor.isReadOnly);
  const others = options.filter(({ id }) => id !== choice.option);
  return others.flatMap((option) =>
    option.choices.map((other) => {
      const name = other.name || t('options.choice.new');
      return (
        <Row key={other.id} label={name}>
          <Select
            label={t('options.rules.with', { choice: choice.name, other: name })}
            size="small"
            value={ruleOf(choice, other.id)}
            options={RULES.map((value) => ({ value, label: t(`options.rules.${value}`) }))}
            isDisabled={isReadOnly}
            onChange={(rule) => setRule(editor, choice, other.id, rule)}
          />
        </Row>
      );
    }),
  );
}
