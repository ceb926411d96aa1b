import type { CreateGroup } from '@diorama/shared/scene/nodes/define.ts';
import { nodeDefs } from '@diorama/shared/scene/nodes/index.ts';
import { Plus } from 'lucide-react';
import { Fragment, memo } from 'react';
import { classNames } from '../../components/class-names.ts';
import { lazyComponent } from '../../components/lazy-component.ts';
import { Dropdown } from '../../components/menu/dropdown.tsx';
import type { MenuItem } from '../../components/menu/menu-items.ts';
import { Tooltip } from '../../components/tooltip/tooltip.tsx';
import { type Action, isEnabled, labelOf } from '../actions/action.ts';
import { actionOf } from '../actions/index.ts';
import { AfterFirstFrame } from '../after-first-frame.tsx';
import { createNode } from '../commands/create-node.ts';
import { shortcutOf } from '../hooks/use-action-menu.tsx';
import { useEditor } from '../hooks/use-editor.tsx';
import { useRoom } from '../hooks/use-media.ts';
import { useStore } from '../hooks/use-store.ts';
import { useWords } from '../hooks/use-words.ts';
import { Icon } from '../icons.tsx';
import { PANEL_NAMES, type PanelName } from '../managers/ui.ts';
import { PanelIcon } from '../panels/panel-icon.tsx';
import type { ToolDef } from '../tools/define-tool.ts';
import { toolDefs } from '../tools/index.ts';
import classes from './tool-rail.module.css';

const SnapMenu = lazyComponent(async () => (await import('./snap-menu.tsx')).SnapMenu);

const TOOL_GROUPS = [...Map.groupBy<string, ToolDef>(toolDefs, ({ group }) => group).values()].map((tools) =>
  tools.map(({ id }) => `tool.${id}`),
);
const EDIT_GROUPS = [['library'], ...TOOL_GROUPS, ['snap', 'snapSettings', 'space', 'grid']];
/** Tools for read-only scenes. */
const LOOK_GROUPS = [
  toolDefs.filter(({ isEdit }) => !isEdit).map(({ id }) => `tool.${id}`),
  ['focus', 'openingView', 'grid'],
];

/** Tools, addable kinds, and gizmo settings. */
export const ToolRail = memo(function ToolRail() {
  const { t } = useWords();
  const isReadOnly = useStore(useEditor().isReadOnly);
  const room = useRoom();
  const groups = isReadOnly ? LOOK_GROUPS : EDIT_GROUPS;
  return (
    <nav className={classes.rail} aria-label={t('tools.label')}>
      {!isReadOnly && <AddMenu />}
      {groups.map((ids, i) => (
        <Fragment key={ids[0]}>
          {i > 0 && <hr className={classes.line} />}
          {ids.map((id) =>
            id === 'snapSettings' ? (
              <AfterFirstFrame key={id} place="button">
                <SnapMenu />
              </AfterFirstFrame>
            ) : (
              <RailButton key={id} action={actionOf(id)} />
            ),
          )}
        </Fragment>
      ))}
      <span className={classes.space} />
      {room === 'compact' && PANEL_NAMES.map((name) => <PanelButton key={name} name={name} />)}
      {['palette', 'help'].map((id) => (
        <RailButton key={id} action={actionOf(id)} className={classes.quiet} />
      ))}
    </nav>
  );
});

/** Opens a panel over the scene on small screens. */
function PanelButton({ name }: { name: PanelName }) {
  const { ui } = useEditor();
  const { t } = useWords();
  const { sheet, arePanelsShown } = useStore(ui);
  const label = t(`${name}.title`);
  return (
    <Tooltip text={label} side="right">
      <button
        type="button"
        className={classes.button}
        aria-label={label}
        aria-pressed={arePanelsShown && sheet === name}
        onClick={() => ui.toggleSheet(name)}
      >
        <PanelIcon name={name} />
      </button>
    </Tooltip>
  );
}

function RailButton({ action, className }: { action: Action; className?: string | undefined }) {
  const editor = useEditor();
  const words = useWords();
  useStore(editor.tools);
  useStore(editor.preferences);
  useStore(editor.ui);
  useStore(editor.isReadOnly);
  const mark = useStore(editor.ui.marks)[action.id];
  const label = labelOf(action, words) + (mark ? `, ${mark}` : '');
  return (
    <Tooltip text={label} shortcut={shortcutOf(action)} side="right">
      <button
        type="button"
        className={classNames(classes.button, className)}
        aria-label={label}
        aria-pressed={action.isOn?.(editor)}
        data-marked={mark && true}
        disabled={!isEnabled(action, editor)}
        onClick={() => action.perform({ editor, words })}
      >
        <Icon name={action.icon} size={20} />
      </button>
    </Tooltip>
  );
}

function AddMenu() {
  const editor = useEditor();
  const words = useWords();
  const { t } = words;
  const itemsOf = (create: CreateGroup): MenuItem[] =>
    nodeDefs
      .filter(({ inspector }) => inspector.create === create)
      .map(({ kind, inspector }) => ({
        kind: 'action',
        key: kind,
        label: t(inspector.label),
        icon: <Icon name={inspector.icon} />,
        onSelect: () => createNode(editor, kind, t(inspector.label)),
      }));
  const items: MenuItem[] = [
    ...itemsOf('shape'),
    { kind: 'separator', key: 'building' },
    ...itemsOf('building'),
    { kind: 'separator', key: 'lights' },
    ...itemsOf('light'),
    { kind: 'separator', key: 'others' },
    {
      kind: 'action',
      key: 'group',
      label: t('add.group'),
      icon: <Icon name="group" />,
      onSelect: () => createNode(editor, 'group', t('node.group')),
    },
    {
      kind: 'action',
      key: 'import',
      label: t('add.import'),
      icon: <Icon name="import" />,
      shortcut: shortcutOf(actionOf('import')),
      onSelect: () => editor.ui.requestFiles(),
    },
  ];
  return (
    <Dropdown
      label={t('add.label')}
      items={items}
      side="right"
      align="start"
      className={classes.anchor}
      trigger={(props) => (
        <button
          type="button"
          {...props}
          className={classNames(classes.button, classes.add)}
          aria-label={t('add.label')}
          title={t('add.label')}
        >
          <Plus size={20} aria-hidden="true" />
        </button>
      )}
    />
  );
}
