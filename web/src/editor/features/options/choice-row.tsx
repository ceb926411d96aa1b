import { ASSET_TYPE } from '@diorama/shared/contract/asset-type.ts';
import type { Choice } from '@diorama/shared/scene/document.ts';
import type { OptionChoices } from '@diorama/shared/scene/options/options.ts';
import { removeRows, updateRow } from '@diorama/shared/scene/scene-ops.ts';
import { MAX_DESCRIPTION } from '@diorama/shared/scene/values.ts';
import { useTranslations } from '../../../hooks/use-translations.ts';
import { useEditor, useEditorSession } from '../../hooks/use-editor.tsx';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import { thumbnailUrlOf } from '../../inspector/fields/thumbnail-url.ts';
import { More } from '../../inspector/section.tsx';
import { type ValueField, ValueRows } from '../../inspector/value-rows.tsx';
import { RecordedChanges } from '../values/change-list.tsx';
import { FoldButton } from '../values/fold-button.tsx';
import { RecordButton, useIsRecorded } from '../values/record-button.tsx';
import { NameField, RowMenu } from '../values/row-controls.tsx';
import rows from '../values/values.module.css';
import { ChoiceRules } from './choice-rules.tsx';
import classes from './options.module.css';

/** Color of a swatch that has none yet. */
const NO_COLOR = '#c9ccd3';

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

type ChoiceRowProps = {
  choice: Choice & { id: string };
  option: OptionChoices;
  options: readonly OptionChoices[];
  number: number;
  isOpen: boolean;
  onToggle: () => void;
};

/** A choice: its swatch and name, a button that records what it changes, and its details. */
export function ChoiceRow({ choice, option, options, number, isOpen, onToggle }: ChoiceRowProps) {
  const editor = useEditor();
  const { t } = useTranslations('options');
  const isReadOnly = useSignalValue(editor.isReadOnly);
  const isRecorded = useIsRecorded(choice.id);
  const target = { table: 'choices', id: choice.id } as const;
  const name = choice.name || t('options.choice.new');
  const write = (patch: Partial<Choice>) => updateRow(editor.ydoc, 'choices', choice.id, patch);
  return (
    <li className={rows.row} data-recorded={isRecorded || undefined}>
      <div className={rows.line}>
        <Swatch choice={choice} />
        <NameField
          label={t('options.choice.name', { number, option: option.name || t('options.new') })}
          value={name}
          isDisabled={isReadOnly}
          onTake={(next) => editor.edit(() => write({ name: next }))}
        />
        <RecordButton target={target} name={name} />
        <FoldButton label={t('options.choice.open', { name })} isOpen={isOpen} onToggle={onToggle} />
        <RowMenu
          name={name}
          rows={option.choices}
          id={choice.id}
          table="choices"
          removal={{
            label: t('options.choice.remove'),
            remove: () => editor.edit(() => removeRows(editor.ydoc, 'choices', [choice.id])),
          }}
        />
      </div>
      {isOpen && (
        <div className={rows.details}>
          <ValueRows
            fields={FIELDS}
            source={{ ...choice, color: choice.color ?? NO_COLOR }}
            onWrite={write}
            previewOf={() => ({})}
          />
          <RecordedChanges target={target} values={choice.values} name={name} />
          {options.some((other) => other.id !== option.id && other.choices.length > 0) && (
            <More title={t('options.rules')}>
              <ChoiceRules choice={choice} options={options} />
            </More>
          )}
        </div>
      )}
    </li>
  );
}

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
