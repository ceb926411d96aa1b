import { ASSET_TYPE } from '@diorama/shared/contract/asset-type.ts';
import type { Choice, Option } from '@diorama/shared/scene/document.ts';
import type { OptionChoices } from '@diorama/shared/scene/options/options.ts';
import { updateRow } from '@diorama/shared/scene/scene-ops.ts';
import { MAX_DESCRIPTION } from '@diorama/shared/scene/values.ts';
import { Plus } from 'lucide-react';
import { Button } from '../../../components/button/button.tsx';
import { Select } from '../../../components/select/select.tsx';
import { useTranslations } from '../../../hooks/use-translations.ts';
import { useEditor, useEditorSession } from '../../hooks/use-editor.tsx';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import { thumbnailUrlOf } from '../../inspector/fields/thumbnail-url.ts';
import fields from '../../inspector/fields.module.css';
import { Row } from '../../inspector/row.tsx';
import { MoreFields } from '../../inspector/section.tsx';
import { type ValueField, ValueRows } from '../../inspector/value-rows.tsx';
import { RecordedChanges } from '../values/change-list.tsx';
import { NameField, RowMenu } from '../values/row-controls.tsx';
import { RowList } from '../values/row-list.tsx';
import rows from '../values/values.module.css';
import classes from '../values/values.module.css';
import {
  addChoice,
  addOption,
  type ChoiceRule,
  removeOption,
  ruleOf,
  sceneOptions,
  setRule,
} from './model/options.ts';

const RULES: readonly ChoiceRule[] = ['any', 'requires', 'excludes'];

/** Color of a swatch that has none yet. */
const NO_COLOR = '#c9ccd3';

const OPTION_FIELDS: readonly ValueField[] = [
  {
    ...{ path: 'description', label: 'scene.option.description', kind: 'text' },
    ...{ maxLength: MAX_DESCRIPTION, isLong: false },
  },
];

const FIELDS: readonly ValueField[] = [
  { path: 'color', label: 'scene.choice.color', kind: 'color' },
  {
    ...{ path: 'image', label: 'scene.choice.image', kind: 'picture' },
    ...{ shelf: null, upload: ASSET_TYPE.image, isSmall: true },
  },
  { path: 'price', label: 'scene.choice.price', kind: 'text', maxLength: 100, isLong: false },
  {
    ...{ path: 'description', label: 'scene.choice.description', kind: 'text' },
    ...{ maxLength: MAX_DESCRIPTION, isLong: false },
  },
  { path: 'sku', label: 'scene.choice.sku', kind: 'text', maxLength: 100, isLong: false },
];

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
          onCommit={(next) => editor.edit(() => updateRow(editor.ydoc, 'options', option.id, { name: next }))}
        />
        <RowMenu
          name={name}
          rows={options}
          id={option.id}
          table="options"
          removal={{ label: t('options.remove'), remove: () => removeOption(editor, option) }}
        />
      </div>
      <ValueRows
        fields={OPTION_FIELDS}
        source={option}
        onWrite={(patch: Partial<Option>) => updateRow(editor.ydoc, 'options', option.id, patch)}
        previewOf={() => ({})}
      />
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

type ChoiceDetailsProps = {
  choice: Choice & { id: string };
  name: string;
  options: readonly OptionChoices[];
};

/** Fields of a choice, what it changes, and its rules. */
function ChoiceDetails({ choice, name, options }: ChoiceDetailsProps) {
  const editor = useEditor();
  const { t } = useTranslations('options');
  return (
    <>
      <ValueRows
        fields={FIELDS}
        source={{ ...choice, color: choice.color ?? NO_COLOR }}
        onWrite={(patch: Partial<Choice>) => updateRow(editor.ydoc, 'choices', choice.id, patch)}
        previewOf={() => ({})}
      />
      <RecordedChanges target={{ table: 'choices', id: choice.id }} values={choice.values} name={name} />
      {options.some((other) => other.id !== choice.option && other.choices.length > 0) && (
        <MoreFields title={t('options.rules')}>
          <ChoiceRules choice={choice} name={name} options={options} />
        </MoreFields>
      )}
    </>
  );
}

/** The color or picture of a choice. */
function Swatch({ choice: { color, image } }: { choice: Choice }) {
  const { assets } = useEditorSession();
  const known = useSignalValue(assets.byIri);
  const picture = thumbnailUrlOf(known.get(image ?? ''));
  return (
    <span className={classes.swatch} style={color === null ? undefined : { background: color }}>
      {picture && <img src={picture} alt="" />}
    </span>
  );
}

/** Compatibility of a choice with the choices of other options. */
function ChoiceRules({ choice, name: ownName, options }: ChoiceDetailsProps) {
  const editor = useEditor();
  const { t } = useTranslations('options');
  const isReadOnly = useSignalValue(editor.isReadOnly);
  const others = options.filter(({ id }) => id !== choice.option);
  return others.flatMap((option) =>
    option.choices.map((other) => {
      const name = t('options.rules.other', {
        option: option.name || t('options.new'),
        choice: other.name || t('options.choice.new'),
      });
      return (
        <Row key={other.id} label={name}>
          <Select
            label={t('options.rules.with', { choice: ownName, other: name })}
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
