import type { OptionChoices } from '@diorama/shared/scene/options/options.ts';
import { updateRow } from '@diorama/shared/scene/scene-ops.ts';
import { Plus } from 'lucide-react';
import { Button } from '../../../components/button/button.tsx';
import { useTranslations } from '../../../hooks/use-translations.ts';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import fields from '../../inspector/fields.module.css';
import { NameField, RowMenu } from '../values/row-controls.tsx';
import { RowList } from '../values/row-list.tsx';
import rows from '../values/values.module.css';
import { ChoiceDetails, Swatch } from './choice-details.tsx';
import { addChoice, addOption, removeOption, sceneOptions } from './model/options.ts';

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
  const name = option.name || t('options.new');
  return (
    <fieldset className={rows.frame} aria-label={name}>
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
      <RowList
        table="choices"
        rows={option.choices}
        texts={{
          ...{ add: t('options.choice.new'), remove: t('options.choice.remove') },
          addTo: t('options.choice.add', { option: name }),
          fresh: () => t('options.choice.new'),
          name: (place) => t('options.choice.name', { number: place, option: name }),
          open: (choice) => t('options.choice.open', { name: choice }),
        }}
        onAdd={(choice) => addChoice(editor, option, choice)}
        before={(choice) => <Swatch choice={choice} />}
        details={({ row, name: choice }) => <ChoiceDetails choice={row} name={choice} options={options} />}
      />
    </fieldset>
  );
}
