import type { Language } from '@diorama/shared/i18n/t.ts';
import { isGeneratedId, sourceIdOf } from '@diorama/shared/scene/copies/generated-id.ts';
import { isPlaceless, roleOf, showsFile } from '@diorama/shared/scene/nodes/kinds.ts';
import { MAX_DESCRIPTION } from '@diorama/shared/scene/values.ts';
import {
  AlignCenterVertical,
  AlignEndVertical,
  AlignHorizontalDistributeCenter,
  AlignStartVertical,
  FlipHorizontal2,
} from 'lucide-react';
import { Suspense, useEffect } from 'react';
import { Button } from '../../components/button/button.tsx';
import { IconButton } from '../../components/button/icon-button.tsx';
import { LazyBoundary } from '../../components/feedback/lazy-boundary.tsx';
import { Switch } from '../../components/field/checkbox.tsx';
import { fetchAhead, lazyComponent } from '../../components/lazy-component.ts';
import { lazyPart } from '../../components/lazy-part.tsx';
import { Scrollbar } from '../../components/scrollbar/scrollbar.tsx';
import { fetchTranslations } from '../../hooks/namespaces.ts';
import { alignSelection, distributeSelection, mirrorSelection } from '../commands/arrange.ts';
import { repeatSelection } from '../commands/repeat.ts';
import { renameNode } from '../commands/selection.ts';
import { lacksComponent } from '../features/components/model/components.ts';
import { ImportReportDialog } from '../features/import/import-report.tsx';
import { useDropOnMaterialSlot } from '../features/library/use-drop-on-material-slot.ts';
import { useDraft } from '../hooks/use-draft.ts';
import { useEditor } from '../hooks/use-editor.tsx';
import { useEditorTranslations } from '../hooks/use-editor-translations.ts';
import { useIsLocked } from '../hooks/use-is-locked.ts';
import { useNodes } from '../hooks/use-scene.ts';
import { useSignalValue } from '../hooks/use-signal-value.ts';
import { ALIGN_SIDES, AXES, type Axis } from '../kernels/arrange.ts';
import panel from '../panel.module.css';
import type { SceneReader } from '../parts.ts';
import { FieldPartsContext } from './fields/field-parts.ts';
import classes from './fields.module.css';
import { KindSection } from './kind-section.tsx';
import { MaterialSection } from './material-section.tsx';
import { MaterialValues } from './material-values.tsx';
import { NameRow } from './name-row.tsx';
import { Row } from './row.tsx';
import { ScenePanel } from './scene-panel.tsx';
import { Section } from './section.tsx';
import { TransformSection } from './transform-section.tsx';
import { common, usePatch } from './use-patch.ts';

const ICONS = { min: AlignStartVertical, center: AlignCenterVertical, max: AlignEndVertical } as const;

const InteractionsPanel = lazyComponent(
  async () => (await import('../features/interactions/interactions-panel.tsx')).InteractionsPanel,
);

const OverridesList = lazyPart(
  async () => (await import('../features/components/overrides-list.tsx')).OverridesList,
);

const FIELD_PARTS = {
  MaterialEditor: MaterialValues,
  ImportReport: ImportReportDialog,
  useMaterialDrop: useDropOnMaterialSlot,
};

/** Values of the selection, generated from the fields of its kind; scene values without a selection. */
export function Inspector() {
  const editor = useEditor();
  const { t, language } = useEditorTranslations();
  const ids = useSignalValue(editor.selection.ids);
  useWhatIsToBeThere(language);
  const title =
    ids.length === 0
      ? t('inspector.scene')
      : ids.length > 1
        ? t('inspector.count', { count: ids.length })
        : t('inspector.title');
  return (
    <section className={panel.panel} aria-label={t('inspector.title')}>
      <h2 className={panel.heading}>{title}</h2>
      <div className={panel.body}>
        <Scrollbar>{ids.length === 0 ? <ScenePanel /> : <NodePanel key={ids.join()} ids={ids} />}</Scrollbar>
      </div>
    </section>
  );
}

/** Prefetches lazy sections, so that they are available offline. */
function useWhatIsToBeThere(language: Language): void {
  useEffect(() => {
    // A failed prefetch is retried when the section is shown, and reported then.
    Promise.allSettled([
      fetchAhead(),
      fetchTranslations('library', language),
      fetchTranslations('scene-sections', language),
    ]);
  }, [language]);
}

function NodePanel({ ids }: { ids: readonly string[] }) {
  const editor = useEditor();
  const { t } = useEditorTranslations();
  const isReadOnly = useSignalValue(editor.isReadOnly);
  const isFixed = useIsLocked(ids);
  const patch = usePatch(ids);
  const chosen = useNodes(ids);
  const [first] = chosen;
  const [id] = ids;
  if (!first || id === undefined) {
    return null;
  }
  const kind = common(chosen.map((node) => node.kind));
  // Materials of a file are replaced by slot.
  const wearMaterials = chosen.every((node) => roleOf(node.kind) === 'surface' && !showsFile(node.kind));
  return (
    <>
      <div className={classes.head}>
        {ids.length === 1 && (
          <NameRow
            label={t('inspector.name')}
            value={first.name}
            isDisabled={isReadOnly}
            onCommit={(name) => renameNode(editor, id, name)}
          />
        )}
        {ids.length === 1 && (
          <DescriptionRow
            value={first.description}
            name={first.name}
            isDisabled={isReadOnly}
            onCommit={(description) => patch.set(() => ({ description }))}
          />
        )}
        {(['visible', 'locked'] as const).map((flag) => (
          <Switch
            key={flag}
            label={t(`inspector.${flag}`)}
            checked={chosen.every((node) => node[flag])}
            disabled={isReadOnly}
            onChange={(event) => {
              const isOn = event.currentTarget.checked;
              patch.set(() => ({ [flag]: isOn }));
            }}
          />
        ))}
      </div>
      {isFixed && !isReadOnly && <p className={classes.lockedNote}>{t('inspector.isLocked')}</p>}
      {!chosen.every(isPlaceless) && (
        <>
          <TransformSection ids={ids} />
          <ArrangeSection ids={ids} />
        </>
      )}
      {/* A section that is still loading does not hide the others. */}
      {kind !== null && (
        <Suspense fallback={null}>
          <FieldPartsContext value={FIELD_PARTS}>
            <KindSection key={kind} ids={ids} kind={kind} />
          </FieldPartsContext>
        </Suspense>
      )}
      {ids.length === 1 && mayOverride(editor, id) && <OverridesList key={id} node={id} />}
      <Suspense fallback={null}>{wearMaterials && <MaterialSection ids={ids} />}</Suspense>
      {ids.length === 1 && !isPlaceless(first) && (
        <Section title={t('scene.interactions')} isOpen={false} isLazy>
          <LazyBoundary>
            <FieldPartsContext value={FIELD_PARTS}>
              <InteractionsPanel key={id} node={sourceIdOf(id)} />
            </FieldPartsContext>
          </LazyBoundary>
        </Section>
      )}
    </>
  );
}

/** Whether a node is an instance of a component that exists, or belongs to one. */
function mayOverride({ scene }: SceneReader, id: string): boolean {
  return isGeneratedId(id) || (scene.node(id)?.kind === 'instance' && !lacksComponent({ scene }, id));
}

/** Arrangement of the selected nodes: align, distribute, mirror and repeat. */
function ArrangeSection({ ids }: { ids: readonly string[] }) {
  const editor = useEditor();
  const { t } = useEditorTranslations();
  const isFixed = useIsLocked(ids);
  return (
    <Section title={t('arrange.title')} isOpen={ids.length > 1}>
      {AXES.map((axis) => (
        <Row key={axis} label={t('arrange.axis', { axis: axis.toUpperCase() })}>
          <AxisButtons axis={axis} ids={ids} />
        </Row>
      ))}
      <div className={classes.buttons}>
        <Button size="small" disabled={isFixed} onClick={() => repeatSelection(editor, t('node.repeat'))}>
          {t('action.repeat')}
        </Button>
      </div>
    </Section>
  );
}

function AxisButtons({ axis, ids }: { axis: Axis; ids: readonly string[] }) {
  const editor = useEditor();
  const { t } = useEditorTranslations();
  const isFixed = useIsLocked(ids);
  const count = ids.length;
  const name = axis.toUpperCase();
  return (
    <div className={classes.tools}>
      {ALIGN_SIDES.map((side) => {
        const Icon = ICONS[side];
        return (
          <IconButton
            key={side}
            size="small"
            label={t(`arrange.${side}`, { axis: name })}
            icon={<Icon size={16} aria-hidden="true" />}
            disabled={isFixed || count < 2}
            onClick={() => alignSelection(editor, axis, side)}
          />
        );
      })}
      <IconButton
        size="small"
        label={t('arrange.distribute', { axis: name })}
        icon={<AlignHorizontalDistributeCenter size={16} aria-hidden="true" />}
        disabled={isFixed || count < 3}
        onClick={() => distributeSelection(editor, axis)}
      />
      <IconButton
        size="small"
        label={t('arrange.mirror', { axis: name })}
        icon={<FlipHorizontal2 size={16} aria-hidden="true" />}
        disabled={isFixed}
        onClick={() => mirrorSelection(editor, axis)}
      />
    </div>
  );
}

/** Row for the text alternative of an object, for people who do not see it; `name` stands for an empty one. */
function DescriptionRow({
  value,
  name,
  isDisabled,
  onCommit,
}: {
  value: string;
  name: string;
  isDisabled: boolean;
  onCommit: (value: string) => void;
}) {
  const { t } = useEditorTranslations();
  const { props } = useDraft({ shown: value, onCommit: (text) => onCommit(text.trim()) });
  const label = t('inspector.description');
  return (
    <Row label={label}>
      <div className={classes.number}>
        <input
          aria-label={label}
          dir="auto"
          title={t('inspector.description.help')}
          className={classes.numberInput}
          autoComplete="off"
          maxLength={MAX_DESCRIPTION}
          placeholder={name}
          disabled={isDisabled}
          {...props}
        />
      </div>
    </Row>
  );
}
