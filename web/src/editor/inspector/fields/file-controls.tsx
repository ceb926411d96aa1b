import { formatBytes } from '@diorama/shared/i18n/format.ts';
import { fileOf } from '@diorama/shared/scene/nodes/kinds.ts';
import { FileText, SwatchBook } from 'lucide-react';
import { useContext, useState } from 'react';
import { Button } from '../../../components/button/button.tsx';
import { IconButton } from '../../../components/button/icon-button.tsx';
import { Switch } from '../../../components/field/checkbox.tsx';
import { Select } from '../../../components/select/select.tsx';
import { addVariantOption, choosesVariant } from '../../features/options/model/options.ts';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useEditorTranslations } from '../../hooks/use-editor-translations.ts';
import { useScene } from '../../hooks/use-scene.ts';
import classes from '../fields.module.css';
import { MIXED, mixedOption } from '../mixed-option.ts';
import { NumberField } from '../number-field.tsx';
import { Row } from '../row.tsx';
import { common } from '../use-patch.ts';
import { FieldPartsContext } from './field-parts.ts';
import { type FieldProps, setValue } from './field-props.ts';
import { useShownAsset } from './use-shown-asset.ts';

/** Select value for no variant: a select cannot have an empty value. */
const DEFAULT = '-';

type Animation = NonNullable<NonNullable<ReturnType<typeof fileOf>>['animation']>;

/** Select value for no clip: a select cannot have an empty value. */
const FIRST = '-';

/** Animation clip of a file, and its speed. */
export function AnimationControl({
  ids,
  label,
  isDisabled,
  onChange,
  onCommit,
  onCancel,
}: FieldProps<'animation'>) {
  const { t } = useEditorTranslations();
  const { nodes, asset } = useShownAsset(ids);
  const animations = nodes.map((node) => fileOf(node)?.animation).filter((one) => one !== undefined);
  const clips = asset?.extra.animations ?? [];
  if (animations.length === 0 || clips.length === 0) {
    return null;
  }
  const chosen = common(animations.map(({ clip }) => clip ?? FIRST));
  /** Other properties of each value are kept. */
  const change = (patch: Partial<Animation>) =>
    onChange((before) => ({ ...(before as Animation), ...patch }));
  const set = (patch: Partial<Animation>) => {
    change(patch);
    onCommit();
  };
  return (
    <fieldset className={classes.group} aria-label={label}>
      <Row label={t('inspector.clip')}>
        <Select
          label={t('inspector.clip')}
          size="small"
          value={chosen ?? MIXED}
          options={[
            ...mixedOption(t, chosen === null),
            { value: FIRST, label: t('inspector.firstClip') },
            ...clips.map(({ name }) => ({ value: name, label: name })),
          ]}
          isDisabled={isDisabled}
          onChange={(clip) => set({ clip: clip === FIRST ? null : clip })}
        />
      </Row>
      <Row label={t('inspector.speed')}>
        <NumberField
          label={t('inspector.speed')}
          glyph="↔"
          value={common(animations.map(({ speed }) => speed))}
          spec={{ unit: 'factor', min: -10, max: 10, step: 0.05 }}
          isDisabled={isDisabled}
          onChange={(speed) => change({ speed })}
          onCommit={onCommit}
          onCancel={onCancel}
        />
      </Row>
      <Switch
        label={t('inspector.playing')}
        checked={animations.every(({ playing }) => playing)}
        disabled={isDisabled}
        onChange={(event) => set({ playing: event.currentTarget.checked })}
      />
    </fieldset>
  );
}

/** Size of a node's file, and the report of its import. */
export function AssetControl({ ids }: FieldProps<'asset'>) {
  const { language, t } = useEditorTranslations();
  const {
    id,
    nodes: [node],
    asset,
  } = useShownAsset(ids);
  const { ImportReport } = useContext(FieldPartsContext);
  const [isReportOpen, setReportOpen] = useState(false);
  if (!node || !asset || asset.extra.triangles === null) {
    return null;
  }
  return (
    <>
      <p className={classes.note}>
        {t('inspector.triangles', { count: asset.extra.triangles })} ·{' '}
        {t('inspector.bytes', { size: formatBytes(language, asset.size) })}
      </p>
      {asset.originalUrl !== null && (
        <Button
          size="small"
          icon={<FileText size={16} aria-hidden="true" />}
          onClick={() => setReportOpen(true)}
        >
          {t('import.report')}
        </Button>
      )}
      {isReportOpen && (
        <ImportReport nodeId={id} name={node.name} asset={asset} onClose={() => setReportOpen(false)} />
      )}
    </>
  );
}

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
