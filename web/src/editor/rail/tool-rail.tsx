import { nodeDefs } from '@diorama/shared/scene/nodes/index.ts';
import { Plus } from 'lucide-react';
import { classNames } from '../../components/class-names.ts';
import { Dropdown } from '../../components/menu/dropdown.tsx';
import type { MenuItem } from '../../components/menu/menu-items.ts';
import { Tooltip } from '../../components/tooltip/tooltip.tsx';
import { type Action, isEnabled, labelOf } from '../actions/action.ts';
import { actionOf } from '../actions/index.ts';
import { createNode } from '../commands/create-node.ts';
import { shortcutOf } from '../hooks/use-action-menu.tsx';
import { useEditor } from '../hooks/use-editor.tsx';
import { useStore } from '../hooks/use-store.ts';
import { useWords } from '../hooks/use-words.ts';
import { Icon } from '../icons.tsx';
import { toolEntries } from '../tools/index.ts';
import classes from './tool-rail.module.css';

/** The tools, what can be added, and how handles behave. */
export function ToolRail() {
  const { t } = useWords();
  return (
    <nav className={classes.rail} aria-label={t('tools.label')}>
      <AddMenu />
      <RailButton action={actionOf('library')} />
      <hr className={classes.line} />
      {toolEntries.map(({ id }) => (
        <RailButton key={id} action={actionOf(`tool.${id}`)} />
      ))}
      <hr className={classes.line} />
      {['snap', 'space', 'grid'].map((id) => (
        <RailButton key={id} action={actionOf(id)} />
      ))}
      <span className={classes.space} />
      {['palette', 'help'].map((id) => (
        <RailButton key={id} action={actionOf(id)} className={classes.quiet} />
      ))}
    </nav>
  );
}

function RailButton({ action, className }: { action: Action; className?: string | undefined }) {
  const editor = useEditor();
  const words = useWords();
  useStore(editor.tools);
  useStore(editor.preferences);
  useStore(editor.ui);
  useStore(editor.isReadOnly);
  const label = labelOf(action, words);
  return (
    <Tooltip text={label} shortcut={shortcutOf(action)} side="right">
      <button
        type="button"
        className={classNames(classes.button, className)}
        aria-label={label}
        aria-pressed={action.isOn?.(editor)}
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
  const isReadOnly = useStore(editor.isReadOnly);
  const itemsOf = (create: 'shape' | 'light'): MenuItem[] =>
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
          disabled={isReadOnly}
        >
          <Plus size={20} aria-hidden="true" />
        </button>
      )}
    />
  );
}
