import { formatBytes } from '@diorama/shared/i18n/format.ts';
import type { NodeOf } from '@diorama/shared/scene/document.ts';
import { Switch } from '../../components/field/checkbox.tsx';
import { Select } from '../../components/select/select.tsx';
import { useEditor, useEditorSession } from '../hooks/use-editor.tsx';
import { useStore } from '../hooks/use-store.ts';
import { useWords } from '../hooks/use-words.ts';
import classes from './fields.module.css';
import { NumberField } from './number-field.tsx';
import { Row } from './row.tsx';
import { usePatch } from './use-patch.ts';

/** In a list of choices, the one that means none: a select cannot have an empty value. */
const NONE = '-';
/** More slots than these are folded away. */
const FEW_SLOTS = 4;
const { compare: byName } = new Intl.Collator(undefined, { numeric: true });

/** The first of the selected models and its asset; models that are selected together share their asset or show nothing. */
function useModel(ids: readonly string[]) {
  const { editor, assets } = useEditorSession();
  const { nodes } = useStore(editor.scene);
  const known = useStore(assets);
  const models = ids.map((id) => nodes[id]).filter((node): node is NodeOf<'model'> => node?.kind === 'model');
  const [first] = models;
  const isOne = models.every((node) => node.props.asset === first?.props.asset);
  return { node: first, asset: isOne ? known.get(first?.props.asset ?? '') : undefined };
}

/** How heavy a model is. */
export function AssetNote({ ids }: { ids: readonly string[] }) {
  const { language, t } = useWords();
  const { asset } = useModel(ids);
  if (!asset || asset.extra.triangles === null) {
    return null;
  }
  return (
    <p className={classes.note}>
      {t('inspector.triangles', { count: asset.extra.triangles })} ·{' '}
      {t('inspector.bytes', { size: formatBytes(language, asset.size) })}
    </p>
  );
}

/** Which material stands in for each of the model's own. */
export function SlotFields({ ids, label }: { ids: readonly string[]; label: string }) {
  const editor = useEditor();
  const { t } = useWords();
  const { materials } = useStore(editor.scene);
  const isReadOnly = useStore(editor.isReadOnly);
  const patch = usePatch(ids);
  const { node, asset } = useModel(ids);
  const slots = (asset?.extra.slots ?? []).toSorted(byName);
  const options = [
    { value: NONE, label: t('material.original') },
    ...Object.entries(materials).map(([value, { name }]) => ({ value, label: name || t('material.name') })),
  ];
  if (!node || slots.length === 0) {
    return null;
  }
  const set = (slot: string, id: string) => {
    const { [slot]: _before, ...others } = node.props.materials;
    patch.set(() => ({ props: { materials: id === NONE ? others : { ...others, [slot]: id } } }));
  };
  return (
    <details className={classes.more} open={slots.length <= FEW_SLOTS}>
      <summary>{`${label} (${slots.length})`}</summary>
      <div className={classes.group}>
        {slots.map((slot) => (
          <Row key={slot} label={slot}>
            <Select
              label={slot}
              size="small"
              value={node.props.materials[slot] ?? NONE}
              options={options}
              isDisabled={isReadOnly}
              onChange={(id) => set(slot, id)}
            />
          </Row>
        ))}
      </div>
    </details>
  );
}

/** Which clip of a model plays, and how fast. */
export function AnimationFields({ ids, label }: { ids: readonly string[]; label: string }) {
  const { t } = useWords();
  const isReadOnly = useStore(useEditor().isReadOnly);
  const patch = usePatch(ids);
  const { node, asset } = useModel(ids);
  const clips = asset?.extra.animations ?? [];
  if (!node || clips.length === 0) {
    return null;
  }
  const { animation } = node.props;
  return (
    <fieldset className={classes.group} aria-label={label}>
      <Row label={t('inspector.clip')}>
        <Select
          label={t('inspector.clip')}
          size="small"
          value={animation.clip ?? NONE}
          options={[
            { value: NONE, label: t('inspector.firstClip') },
            ...clips.map(({ name }) => ({ value: name, label: name })),
          ]}
          isDisabled={isReadOnly}
          onChange={(clip) =>
            patch.set(() => ({ props: { animation: { ...animation, clip: clip === NONE ? null : clip } } }))
          }
        />
      </Row>
      <Row label={t('inspector.speed')}>
        <NumberField
          label={t('inspector.speed')}
          glyph="↔"
          value={animation.speed}
          spec={{ unit: 'factor', min: -10, max: 10, step: 0.05 }}
          isDisabled={isReadOnly}
          onChange={(speed) => patch.change(() => ({ props: { animation: { ...animation, speed } } }))}
          onCommit={patch.commit}
          onCancel={patch.cancel}
        />
      </Row>
      <Switch
        label={t('inspector.playing')}
        checked={animation.playing}
        disabled={isReadOnly}
        onChange={(event) => {
          const playing = event.currentTarget.checked;
          patch.set(() => ({ props: { animation: { ...animation, playing } } }));
        }}
      />
    </fieldset>
  );
}
