import type { OptionChoices } from '@diorama/shared/scene/options/options.ts';
import { updateRow } from '@diorama/shared/scene/scene-ops.ts';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { Button } from '../../../components/button/button.tsx';
import { useTranslations } from '../../../hooks/use-translations.ts';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import fields from '../../inspector/fields.module.css';
import { NameField, RowMenu } from '../values/row-controls.tsx';
import rows from '../values/values.module.css';
import { ChoiceRow } from './choice-row.tsx';
import { addChoice, addOption, removeOption, sceneOptions } from './model/options.ts';
import classes from './options.module.css';

/** The options of the scene with their choices, in the order in which visitors see them. */
export function OptionsPanel() {
  const editor = useEditor();
  const { t } = useTranslations('options');
  useSignalValue(() => editor.scene.shared.value.options);
  useSignalValue(() => editor.scene.shared.value.choices);
  const isReadOnly = useSignalValue(editor.isReadOnly);
  const options = sceneOptions(editor);
  return (
    <>
      {options.length === 0 && <p className={fields.note}>{t('options.empty')}</p>}
      {options.map((option, i) => (
        <OptionGroup key={option.id} option={option} options={options} number={i + 1} />
      ))}
      <div className={fields.buttons}>
        <Button
          size="small"
          icon={<Plus size={14} aria-hidden="true" />}
          disabled={isReadOnly}
          onClick={() =>
            addOption(editor, { option: t('options.new'), choice: t('options.choice.standard') })
          }
        >
          {t('options.add')}
        </Button>
      </div>
    </>
  );
}

type OptionGroupProps = { option: OptionChoices; options: readonly OptionChoices[]; number: number };

function OptionGroup({ option, options, number }: OptionGroupProps) {
  const editor = useEditor();
  const { t } = useTranslations('options');
  const isReadOnly = useSignalValue(editor.isReadOnly);
  const [open, setOpen] = useState<string | null>(null);
  const name = option.name || t('options.new');
  return (
    <fieldset className={classes.option} aria-label={name}>
      <div className={rows.line}>
        <NameField
          label={t('options.name', { number })}
          value={name}
          isDisabled={isReadOnly}
          onTake={(next) => editor.edit(() => updateRow(editor.ydoc, 'options', option.id, { name: next }))}
        />
        <RowMenu
          name={name}
          rows={options}
          id={option.id}
          table="options"
          removal={{ label: t('options.remove'), remove: () => removeOption(editor, option) }}
        />
      </div>
      <ol className={rows.rows}>
        {option.choices.map((choice, i) => (
          <ChoiceRow
            key={choice.id}
            choice={choice}
            option={option}
            options={options}
            number={i + 1}
            isOpen={open === choice.id}
            onToggle={() => setOpen((before) => (before === choice.id ? null : choice.id))}
          />
        ))}
      </ol>
      <Button
        size="small"
        variant="ghost"
        aria-label={t('options.choice.add', { option: name })}
        icon={<Plus size={14} aria-hidden="true" />}
        disabled={isReadOnly}
        onClick={() => setOpen(addChoice(editor, option, t('options.choice.new')))}
      >
        {t('options.choice.new')}
      </Button>
    </fieldset>
  );
}
