import { fileOf } from '@diorama/shared/scene/nodes/kinds.ts';
import { SwatchBook } from 'lucide-react';
import { IconButton } from '../../../components/button/icon-button.tsx';
import { Select } from '../../../components/select/select.tsx';
import { addVariantOption, choosesVariant } from '../../features/options/model/options.ts';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useEditorTranslations } from '../../hooks/use-editor-translations.ts';
import { useScene } from '../../hooks/use-scene.ts';
import classes from '../fields.module.css';
import { MIXED, mixedOption } from '../mixed-option.ts';
import { Row } from '../row.tsx';
import { common } from '../use-patch.ts';
import { type FieldProps, setValue } from './field-props.ts';
import { useShownAsset } from './use-shown-asset.ts';

/** Select value for no variant: a select cannot have an empty value. */
const DEFAULT = '-';

/** Material variant of a model, and a button that makes an option of all of them, where no choice selects one. */
export function VariantControl(props: FieldProps<'variant'>) {
  const { ids, label, isDisabled } = props;
  const editor = useEditor();
  const { t } = useEditorTranslations();
  const { id, nodes, asset } = useShownAsset(ids);
  const isOffered = useScene(() => choosesVariant(editor, id));
  const variants = asset?.extra.variants ?? [];
  if (variants.length === 0) {
    return null;
  }
  const chosen = common(nodes.map((node) => fileOf(node)?.variant ?? DEFAULT));
  return (
    <Row label={label}>
      <Select
        label={label}
        size="small"
        value={chosen ?? MIXED}
        options={[
          ...mixedOption(t, chosen === null),
          { value: DEFAULT, label: t('field.variant.default') },
          ...variants.map((name) => ({ value: name, label: name })),
        ]}
        isDisabled={isDisabled}
        onChange={(variant) => setValue(props, variant === DEFAULT ? null : variant)}
      />
      {ids.length === 1 && !isOffered && (
        <IconButton
          size="small"
          className={classes.fixed}
          label={t('field.variant.option')}
          icon={<SwatchBook size={16} aria-hidden="true" />}
          disabled={isDisabled}
          onClick={() => editor.edit(() => addVariantOption(editor, id, variants))}
        />
      )}
    </Row>
  );
}
