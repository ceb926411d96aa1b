import type { Interaction, Motion } from '@diorama/shared/scene/document.ts';
import { LONGEST_DELAY, MAX_ACTIONS } from '@diorama/shared/scene/interactions/limits.ts';
import {
  action as actionSchema,
  INTERACTION_EVENTS,
  MOTION_KINDS,
} from '@diorama/shared/scene/interactions/schema.ts';
import { updateRow } from '@diorama/shared/scene/scene-ops.ts';
import { Plus } from 'lucide-react';
import { Button } from '../../../components/button/button.tsx';
import { useTranslations } from '../../../hooks/use-translations.ts';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useEditorTranslations } from '../../hooks/use-editor-translations.ts';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import { useTour } from '../../hooks/use-tour.ts';
import fields from '../../inspector/fields.module.css';
import { NodeField, RowField, RowSelect } from '../values/row-field.tsx';
import { RowList } from '../values/row-list.tsx';
import { ActionFields } from './action-fields.tsx';
import {
  addInteraction,
  type InteractionRow,
  interactionsIn,
  motionOf,
  setMotion,
  writeAction,
} from './model/interactions.ts';

const AXES = ['x', 'y', 'z'] as const;

/** The interactions of a node with its motion, or all of the scene. */
export function InteractionsPanel({ node }: { node?: string }) {
  const editor = useEditor();
  const { t } = useTranslations('interactions');
  useSignalValue(() => editor.scene.shared.value.interactions);
  // Nodes of components are shown by their copies only.
  const isDefined = useSignalValue(() => node !== undefined && !editor.scene.node(node));
  return (
    <>
      {isDefined && <p className={fields.note}>{t('interactions.component')}</p>}
      {node !== undefined && <MotionFields node={node} />}
      <RowList
        table="interactions"
        rows={interactionsIn(editor, node)}
        texts={{
          empty: t(node === undefined ? 'interactions.empty' : 'interactions.empty.node'),
          ...{ add: t('interactions.add'), remove: t('interactions.remove') },
          fresh: (number) => t('interactions.new', { number }),
          name: (number) => t('interactions.name', { number }),
          open: (name) => t('interactions.open', { name }),
        }}
        // Visitors read names, but not those that only the list shows.
        onAdd={() => addInteraction(editor, '', node)}
        after={({ row }) => <span className={`${fields.note} shrink-0`}>{t(`event.${row.event}`)}</span>}
        details={({ row }) => <InteractionDetails row={row} isOfNode={node !== undefined} />}
      />
    </>
  );
}

function InteractionDetails({ row, isOfNode }: { row: InteractionRow; isOfNode: boolean }) {
  const editor = useEditor();
  const { t } = useTranslations('interactions');
  const isReadOnly = useSignalValue(editor.isReadOnly);
  const add = () => writeAction(editor, row, row.actions.length, actionSchema.parse({ kind: 'state' }));
  return (
    <>
      <EventFields row={row} isOfNode={isOfNode} />
      {row.actions.map((_action, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: actions have no ids, and their place names them
        <ActionFields key={at} row={row} at={at} />
      ))}
      <Button
        size="small"
        variant="ghost"
        icon={<Plus size={14} aria-hidden="true" />}
        disabled={isReadOnly || row.actions.length >= MAX_ACTIONS}
        onClick={() => editor.edit(add)}
      >
        {t('actions.add')}
      </Button>
    </>
  );
}

function EventFields({ row, isOfNode }: { row: InteractionRow; isOfNode: boolean }) {
  const editor = useEditor();
  const { t } = useTranslations('interactions');
  const { t: say } = useEditorTranslations();
  const stops = useTour();
  const write = (patch: Partial<Interaction>) => updateRow(editor.ydoc, 'interactions', row.id, patch);
  return (
    <>
      <RowSelect
        label={t('field.event')}
        value={row.event}
        options={INTERACTION_EVENTS.map((value) => ({ value, label: t(`event.${value}`) }))}
        onWrite={(event) => event && write({ event })}
      />
      {(row.event === 'click' || row.event === 'hover') && !isOfNode && (
        <NodeField label={t('field.target')} value={row.node} onWrite={(node) => write({ node })} />
      )}
      {row.event === 'delay' && (
        <RowField
          label={t('field.delay')}
          spec={{ kind: 'number', unit: 'seconds', min: 0, max: LONGEST_DELAY, step: 0.5 }}
          value={row.seconds}
          onWrite={(seconds) => write({ seconds: Number(seconds) })}
        />
      )}
      {row.event === 'scroll' && (
        <>
          <RowField
            label={t('field.position')}
            spec={{ kind: 'number', unit: 'ratio', min: 0, max: 1, step: 0.05 }}
            value={row.position}
            onWrite={(position) => write({ position: Number(position) })}
          />
          <p className={fields.note}>{t('field.position.note')}</p>
        </>
      )}
      {row.event === 'annotation' && (
        <RowSelect
          label={t('field.annotation')}
          value={row.annotation}
          options={stops.map(({ id, number, node }) => ({
            value: id,
            label: `${number} · ${node.name || say('node.annotation')}`,
          }))}
          none={t('field.annotation.any')}
          onWrite={(annotation) => write({ annotation })}
        />
      )}
    </>
  );
}

/** The motion of a node by itself. */
function MotionFields({ node }: { node: string }) {
  const editor = useEditor();
  const { t } = useTranslations('interactions');
  useSignalValue(() => editor.scene.shared.value.motions);
  const motion = motionOf(editor, node);
  const write = (patch: Partial<Motion>) => motion && updateRow(editor.ydoc, 'motions', motion.id, patch);
  return (
    <>
      <RowSelect
        label={t('motion')}
        value={motion?.kind ?? null}
        options={MOTION_KINDS.map((value) => ({ value, label: t(`motion.${value}`) }))}
        none={t('field.none')}
        onWrite={(kind) => setMotion(editor, node, kind)}
      />
      {motion?.kind === 'spin' && (
        <RowSelect
          label={t('motion.axis')}
          value={motion.axis}
          options={AXES.map((value) => ({ value, label: value.toUpperCase() }))}
          onWrite={(axis) => axis && write({ axis })}
        />
      )}
      {motion && motion.kind !== 'look' && (
        <RowField
          label={t('motion.seconds')}
          spec={{ kind: 'number', unit: 'seconds', min: 0.5, max: 600, step: 0.5 }}
          value={motion.seconds}
          onWrite={(seconds) => write({ seconds: Number(seconds) })}
        />
      )}
      {motion?.kind === 'float' && (
        <RowField
          label={t('motion.distance')}
          spec={{ kind: 'number', unit: 'metres', min: 0, max: 100, step: 0.01 }}
          value={motion.distance}
          onWrite={(distance) => write({ distance: Number(distance) })}
        />
      )}
    </>
  );
}
