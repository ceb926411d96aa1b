import { ASSET_TYPE } from '@diorama/shared/contract/asset-type.ts';
import type { Choice } from '@diorama/shared/scene/document.ts';
import type { OptionChoices } from '@diorama/shared/scene/options/options.ts';
import { removeRows, updateRow } from '@diorama/shared/scene/scene-ops.ts';
import { ChevronDown, CircleDot, CircleStop } from 'lucide-react';
import { IconButton } from '../../../components/button/icon-button.tsx';
import { useTranslations } from '../../../hooks/use-translations.ts';
import { useEditor, useEditorSession } from '../../hooks/use-editor.tsx';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import { thumbnailUrlOf } from '../../inspector/fields/thumbnail-url.ts';
import { More } from '../../inspector/section.tsx';
import { type ValueField, ValueRows } from '../../inspector/value-rows.tsx';
import { ChangeList } from './change-list.tsx';
import { ChoiceRules } from './choice-rules.tsx';
import classes from './options.module.css';
import { NameField, RowMenu } from './row-controls.tsx';

/** Color of a swatch that has none yet. */
const NO_COLOR = '#c9ccd3';

const FIELDS: readonly ValueField[] = [
  { path: 'color', label: 'scene.choice.color', kind: 'color' },
  {
    ...{ path: 'image', label: 'scene.choice.image', kind: 'picture' },
    ...{ shelf: null, upload: ASSET_TYPE.image, isSmall: true },
  },
  { path: 'price', label: 'scene.choice.price', kind: 'text', maxLength: 100, isLong: false },
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
  const isRecorded = useSignalValue(() => editor.recording.target.value?.id === choice.id);
  const name = choice.name || t('options.choice.new');
  const write = (patch: Partial<Choice>) => updateRow(editor.ydoc, 'choices', choice.id, patch);
  return (
    <li className={classes.choice} data-recorded={isRecorded || undefined}>
      <div className={classes.line}>
        <Swatch choice={choice} />
        <NameField
          label={t('options.choice.name', { number, option: option.name || t('options.new') })}
          value={name}
          isDisabled={isReadOnly}
          onTake={(next) => editor.edit(() => write({ name: next }))}
        />
        <IconButton
          size="small"
          label={t(isRecorded ? 'options.record.stop' : 'options.record', { name })}
          isPressed={isRecorded}
          disabled={isReadOnly}
          className={classes.record}
          icon={
            isRecorded ? (
              <CircleStop size={16} aria-hidden="true" />
            ) : (
              <CircleDot size={16} aria-hidden="true" />
            )
          }
          onClick={() =>
            isRecorded ? editor.recording.stop() : editor.recording.start({ table: 'choices', id: choice.id })
          }
        />
        <IconButton
          size="small"
          label={t('options.choice.open', { name })}
          aria-expanded={isOpen}
          className={classes.fold}
          icon={<ChevronDown size={16} aria-hidden="true" />}
          onClick={onToggle}
        />
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
        <div className={classes.details}>
          <ValueRows
            fields={FIELDS}
            source={{ ...choice, color: choice.color ?? NO_COLOR }}
            onWrite={write}
            previewOf={() => ({})}
          />
          <ChangeList choice={choice} name={name} />
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
