import { ASSET_TYPE } from '@diorama/shared/contract/asset-type.ts';
import type { Choice } from '@diorama/shared/scene/document.ts';
import type { OptionChoices } from '@diorama/shared/scene/options/options.ts';
import { updateRow } from '@diorama/shared/scene/scene-ops.ts';
import { MAX_DESCRIPTION } from '@diorama/shared/scene/values.ts';
import { useTranslations } from '../../../hooks/use-translations.ts';
import { useEditor, useEditorSession } from '../../hooks/use-editor.tsx';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import { thumbnailUrlOf } from '../../inspector/fields/thumbnail-url.ts';
import { More } from '../../inspector/section.tsx';
import { type ValueField, ValueRows } from '../../inspector/value-rows.tsx';
import { RecordedChanges } from '../values/change-list.tsx';
import classes from '../values/values.module.css';
import { ChoiceRules } from './choice-rules.tsx';

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

type ChoiceDetailsProps = {
  choice: Choice & { id: string };
  name: string;
  options: readonly OptionChoices[];
};

/** Fields of a choice, what it changes, and its rules. */
export function ChoiceDetails({ choice, name, options }: ChoiceDetailsProps) {
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
        <More title={t('options.rules')}>
          <ChoiceRules choice={choice} options={options} />
        </More>
      )}
    </>
  );
}

/** The color or picture of a choice. */
export function Swatch({ choice: { color, image } }: { choice: Choice }) {
  const { assets } = useEditorSession();
  const known = useSignalValue(assets.byIri);
  const picture = thumbnailUrlOf(known.get(image ?? ''));
  return (
    <span className={classes.swatch} style={color === null ? undefined : { background: color }}>
      {picture && <img src={picture} alt="" />}
    </span>
  );
}
