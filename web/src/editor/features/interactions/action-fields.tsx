import type { InteractionAction } from '@diorama/shared/scene/document.ts';
import { EASINGS } from '@diorama/shared/scene/interactions/interpolate.ts';
import { LONGEST_TRANSITION } from '@diorama/shared/scene/interactions/limits.ts';
import { action as actionSchema, SWITCH_MODES } from '@diorama/shared/scene/interactions/schema.ts';
import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { IconButton } from '../../../components/button/icon-button.tsx';
import { Select } from '../../../components/select/select.tsx';
import { useTranslations } from '../../../hooks/use-translations.ts';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useEditorTranslations } from '../../hooks/use-editor-translations.ts';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import { useTour } from '../../hooks/use-tour.ts';
import { useShownAsset } from '../../inspector/fields/use-shown-asset.ts';
import fields from '../../inspector/fields.module.css';
import { sceneOptions } from '../options/model/options.ts';
import { NodeField, RowField, RowSelect, useShownNode } from '../values/row-field.tsx';
import rows from '../values/values.module.css';
import { type InteractionRow, statesOf, timelinesOf, writeAction } from './model/interactions.ts';
import { PlayModeSelect } from './play-mode-select.tsx';
import { SoundFields } from './sound-fields.tsx';

type Kind = InteractionAction['kind'];
type Of<K extends Kind> = Extract<InteractionAction, { kind: K }>;
type FieldsProps<K extends Kind> = { action: Of<K>; onWrite: (patch: Partial<Of<K>>) => void };

const KINDS: readonly Kind[] = [
  'state',
  'show',
  'clip',
  'timeline',
  'choice',
  'view',
  'sound',
  'link',
  'message',
];

/** One action of an interaction, with the fields of its kind. */
export function ActionFields({ row, at }: { row: InteractionRow; at: number }) {
  const editor = useEditor();
  const { t } = useTranslations('interactions');
  const isReadOnly = useSignalValue(editor.isReadOnly);
  const action = row.actions[at];
  if (!action) {
    return null;
  }
  // The patch has fields of the action's own kind.
  const write = (patch: object) => writeAction(editor, row, at, { ...action, ...patch } as InteractionAction);
  const number = at + 1;
  return (
    <fieldset className={rows.frame} aria-label={t('actions.number', { number })}>
      <div className={rows.line}>
        <div className="min-w-0 flex-1">
          <Select
            label={t('actions.kind', { number })}
            size="small"
            value={action.kind}
            options={KINDS.map((value) => ({ value, label: t(`actions.${value}`) }))}
            isDisabled={isReadOnly}
            onChange={(kind) => editor.edit(() => writeAction(editor, row, at, actionSchema.parse({ kind })))}
          />
        </div>
        <IconButton
          size="small"
          label={t('actions.remove', { number })}
          icon={<X size={14} aria-hidden="true" />}
          disabled={isReadOnly}
          onClick={() => editor.edit(() => writeAction(editor, row, at, null))}
        />
      </div>
      {fieldsOf(action, write)}
      {action.kind === 'link' && row.event !== 'click' && (
        <p className={fields.note}>{t('actions.link.click')}</p>
      )}
    </fieldset>
  );
}

function fieldsOf(action: InteractionAction, onWrite: (patch: object) => void): ReactNode {
  switch (action.kind) {
    case 'state':
      return <StateFields action={action} onWrite={onWrite} />;
    case 'show':
      return <ShowFields action={action} onWrite={onWrite} />;
    case 'clip':
      return <ClipFields action={action} onWrite={onWrite} />;
    case 'timeline':
      return <TimelineFields action={action} onWrite={onWrite} />;
    case 'choice':
      return <ChoiceFields action={action} onWrite={onWrite} />;
    case 'view':
      return <ViewFields action={action} onWrite={onWrite} />;
    case 'sound':
      return <SoundFields action={action} onWrite={onWrite} />;
    case 'link':
      return <LinkFields action={action} onWrite={onWrite} />;
    default:
      return <MessageFields action={action} onWrite={onWrite} />;
  }
}

function StateFields({ action, onWrite }: FieldsProps<'state'>) {
  const editor = useEditor();
  const { t } = useTranslations('interactions');
  useSignalValue(() => editor.scene.shared.value.states);
  const states = statesOf(editor).map(({ id, name }, i) => ({
    value: id,
    label: name || t('states.new', { number: i + 1 }),
  }));
  return (
    <>
      <RowSelect
        label={t('field.state')}
        value={action.state}
        options={states}
        none={t('field.state.start')}
        onWrite={(state) => onWrite({ state })}
      />
      <RowField
        label={t('field.seconds')}
        spec={{ kind: 'number', unit: 'seconds', min: 0, max: LONGEST_TRANSITION, step: 0.1 }}
        value={action.seconds}
        onWrite={(seconds) => onWrite({ seconds: Number(seconds) })}
      />
      <RowSelect
        label={t('field.easing')}
        value={action.easing}
        options={EASINGS.map((value) => ({ value, label: t(`easing.${value}`) }))}
        onWrite={(easing) => easing && onWrite({ easing })}
      />
      {action.state !== null && (
        <RowField
          label={t('field.toggles')}
          spec={{ kind: 'boolean' }}
          value={action.toggles}
          onWrite={(toggles) => onWrite({ toggles: toggles === true })}
        />
      )}
    </>
  );
}

function ShowFields({ action, onWrite }: FieldsProps<'show'>) {
  const { t } = useTranslations('interactions');
  return (
    <>
      <NodeField label={t('field.node')} value={action.node} onWrite={(node) => onWrite({ node })} />
      <RowSelect
        label={t('field.mode')}
        value={action.mode}
        options={SWITCH_MODES.map((value) => ({ value, label: t(`mode.show.${value}`) }))}
        onWrite={(mode) => mode && onWrite({ mode })}
      />
    </>
  );
}

function ClipFields({ action, onWrite }: FieldsProps<'clip'>) {
  const { t } = useTranslations('interactions');
  const node = useShownNode(action.node);
  const { asset } = useShownAsset(node === null ? [] : [node]);
  const clips = asset?.extra.animations ?? [];
  return (
    <>
      <NodeField
        label={t('field.model')}
        value={action.node}
        onWrite={(node) => onWrite({ node, clip: null })}
      />
      {clips.length > 0 && (
        <RowSelect
          label={t('field.clip')}
          value={action.clip}
          options={clips.map(({ name }) => ({ value: name, label: name }))}
          none={t('field.clip.own')}
          onWrite={(clip) => onWrite({ clip })}
        />
      )}
      <PlayModeSelect mode={action.mode} onWrite={(mode) => onWrite({ mode })} />
    </>
  );
}

function TimelineFields({ action, onWrite }: FieldsProps<'timeline'>) {
  const editor = useEditor();
  const { t } = useTranslations('interactions');
  useSignalValue(() => editor.scene.shared.value.timelines);
  const timelines = timelinesOf(editor).map(({ id, name }, i) => ({
    value: id,
    label: name || t('timelines.new', { number: i + 1 }),
  }));
  return (
    <>
      <RowSelect
        label={t('field.timeline')}
        value={action.timeline}
        options={timelines}
        none={t('field.none')}
        onWrite={(timeline) => onWrite({ timeline })}
      />
      <PlayModeSelect mode={action.mode} onWrite={(mode) => onWrite({ mode })} />
    </>
  );
}

function ChoiceFields({ action, onWrite }: FieldsProps<'choice'>) {
  const editor = useEditor();
  const { t } = useTranslations('interactions');
  useSignalValue(() => editor.scene.shared.value.options);
  useSignalValue(() => editor.scene.shared.value.choices);
  const choices = sceneOptions(editor).flatMap((option) =>
    option.choices.map(({ id, name }) => ({
      value: id,
      label: [option.name, name].filter(Boolean).join(': '),
    })),
  );
  return (
    <RowSelect
      label={t('field.choice')}
      value={action.choice}
      options={choices}
      none={t('field.none')}
      onWrite={(choice) => onWrite({ choice })}
    />
  );
}

function ViewFields({ action, onWrite }: FieldsProps<'view'>) {
  const { scene } = useEditor();
  const { t } = useTranslations('interactions');
  const { t: say } = useEditorTranslations();
  const stops = useTour();
  useSignalValue(() => scene.revisionOf('camera'));
  const cameras = scene
    .nodesOf('camera')
    .map(([id, { name }]) => ({ value: id, label: name || say('node.camera') }));
  const annotations = stops.map(({ id, number, node }) => ({
    value: id,
    label: `${number} · ${node.name || say('node.annotation')}`,
  }));
  return (
    <RowSelect
      label={t('field.view')}
      value={action.node}
      options={[...cameras, ...annotations]}
      none={t('field.none')}
      onWrite={(node) => onWrite({ node })}
    />
  );
}

function LinkFields({ action, onWrite }: FieldsProps<'link'>) {
  const { t } = useTranslations('interactions');
  return (
    <RowField
      label={t('field.url')}
      spec={{ kind: 'link', maxLength: 2_000 }}
      value={action.url}
      onWrite={(url) => onWrite({ url: typeof url === 'string' ? url : null })}
    />
  );
}

function MessageFields({ action, onWrite }: FieldsProps<'message'>) {
  const { t } = useTranslations('interactions');
  return (
    <RowField
      label={t('field.text')}
      spec={{ kind: 'text', maxLength: 200, isLong: false }}
      value={action.text}
      onWrite={(text) => onWrite({ text: String(text) })}
    />
  );
}
