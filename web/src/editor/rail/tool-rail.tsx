import type { CreateGroup } from '@diorama/shared/scene/nodes/define.ts';
import { nodeDefs } from '@diorama/shared/scene/nodes/index.ts';
import { Plus } from 'lucide-react';
import { Fragment, memo, type ReactNode, type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { classNames } from '../../components/class-names.ts';
import { lazyComponent } from '../../components/lazy-component.ts';
import { Dropdown } from '../../components/menu/dropdown.tsx';
import type { MenuItem } from '../../components/menu/menu-items.ts';
import { tooltip } from '../../components/tooltip/tooltip-layer.tsx';
import { type Action, isEnabled, labelOf } from '../actions/action.ts';
import { getAction } from '../actions/index.ts';
import { shortcutOf, useActionMenu } from '../actions/use-action-menu.tsx';
import { AfterFirstFrame } from '../after-first-frame.tsx';
import { createNode } from '../commands/create-node.ts';
import { useEditor } from '../hooks/use-editor.tsx';
import { useFirstTranslations } from '../hooks/use-editor-translations.ts';
import { useLayoutSize } from '../hooks/use-media.ts';
import { useSignalValue } from '../hooks/use-signal-value.ts';
import { Icon } from '../icons.tsx';
import { foldedGroups, type RailGroup } from '../kernels/rail-folds.ts';
import { PANEL_NAMES, type PanelName } from '../managers/ui.ts';
import { PanelIcon } from '../panels/panel-icon.tsx';
import type { ToolDef } from '../tools/define-tool.ts';
import { toolDefs } from '../tools/index.ts';
import classes from './tool-rail.module.css';

const SnapMenu = lazyComponent(async () => (await import('./snap-menu.tsx')).SnapMenu);

/** The order in which groups of tools fold where the rail is low, the last first. */
const FOLD_ORDER = ['handles', 'building', 'marking', 'painting', 'view'] as const;

type Group = { name: 'library' | (typeof FOLD_ORDER)[number]; ids: readonly string[] };

const TOOL_GROUPS = [...Map.groupBy<ToolDef['group'], ToolDef>(toolDefs, ({ group }) => group)].map(
  ([name, tools]): Group => ({ name, ids: tools.map(({ id }) => `tool.${id}`) }),
);
const EDIT_GROUPS: readonly Group[] = [
  { name: 'library', ids: ['library'] },
  ...TOOL_GROUPS,
  { name: 'view', ids: ['snap', 'space', 'grid'] },
];
/** Tools for read-only scenes. */
const LOOK_GROUPS: readonly Group[] = [
  { name: 'marking', ids: toolDefs.filter(({ isEdit }) => !isEdit).map(({ id }) => `tool.${id}`) },
  { name: 'view', ids: ['focus', 'openingView', 'grid'] },
];
const FOOT = ['palette', 'help'];

/** The tools, what can be added, and how handles behave. Groups fold where there is no room for all. */
export const ToolRail = memo(function ToolRail() {
  const { t } = useFirstTranslations();
  const isReadOnly = useSignalValue(useEditor().isReadOnly);
  const room = useLayoutSize();
  const rail = useRef<HTMLElement>(null);
  const height = useHeight(rail);
  const groups = isReadOnly ? LOOK_GROUPS : EDIT_GROUPS;
  const panels = room === 'compact' ? PANEL_NAMES : [];
  // Beside the groups: what adds, what sets snapping, and the foot.
  const others = FOOT.length + panels.length + (isReadOnly ? 0 : 2);
  const folded =
    room === 'phone' ? NO_FOLDS : foldedGroups(height, { groups: groups.map(toRailGroup), others });
  return (
    <nav ref={rail} className={classes.rail} aria-label={t('tools.label')}>
      <div className={classes.tools}>
        {!isReadOnly && <AddMenu />}
        {groups.map(({ name, ids }, i) => (
          <Fragment key={name}>
            {i > 0 && <hr className={classes.line} />}
            {folded.has(name) && name !== 'library' ? (
              <RailFold label={t(`tools.${name}`)} actions={ids.map(getAction)} />
            ) : (
              ids.map((id) => <RailButton key={id} action={getAction(id)} />)
            )}
            {name === 'view' && !isReadOnly && (
              <AfterFirstFrame place="button">
                <SnapMenu />
              </AfterFirstFrame>
            )}
          </Fragment>
        ))}
      </div>
      {panels.map((name) => (
        <PanelButton key={name} name={name} />
      ))}
      {FOOT.map((id) => (
        <RailButton key={id} action={getAction(id)} className="max-md:hidden" />
      ))}
    </nav>
  );
});

const NO_FOLDS: ReadonlySet<string> = new Set();

function toRailGroup({ name, ids }: Group): RailGroup {
  const rank = name === 'library' ? -1 : FOLD_ORDER.indexOf(name);
  return { name, count: ids.length, foldRank: rank < 0 ? null : rank };
}

/** The height of an element in CSS pixels; no end to it before it is known. */
function useHeight(element: RefObject<HTMLElement | null>): number {
  const [height, setHeight] = useState(Number.POSITIVE_INFINITY);
  useLayoutEffect(() => {
    const { current } = element;
    if (!current) {
      return;
    }
    const measure = () => setHeight(current.clientHeight);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(current);
    return () => observer.disconnect();
  }, [element]);
  return height;
}

/** Opens a panel over the scene on small screens. */
function PanelButton({ name }: { name: PanelName }) {
  const { ui } = useEditor();
  const { t } = useFirstTranslations();
  const { sheet, arePanelsShown } = useSignalValue(ui.state);
  const label = t(`${name}.title`);
  return (
    <button
      {...tooltip(label, { side: 'right' })}
      type="button"
      className={classes.button}
      aria-label={label}
      aria-pressed={arePanelsShown && sheet === name}
      onClick={() => ui.toggleSheet(name)}
    >
      <PanelIcon name={name} />
    </button>
  );
}

function RailButton({ action, className }: { action: Action; className?: string | undefined }) {
  const editor = useEditor();
  const translations = useFirstTranslations();
  useSignalValue(editor.tools.activeId);
  useSignalValue(editor.preferences.values);
  useSignalValue(editor.ui.state);
  useSignalValue(editor.isReadOnly);
  const mark = useSignalValue(editor.ui.marks)[action.id];
  const label = labelOf(action, translations) + (mark ? `, ${mark}` : '');
  return (
    <button
      {...tooltip(label, { shortcut: shortcutOf(action), side: 'right' })}
      type="button"
      className={classNames(classes.button, className)}
      aria-label={label}
      aria-pressed={action.isOn?.(editor)}
      data-marked={mark && true}
      disabled={!isEnabled(action, editor)}
      onClick={() => action.perform({ editor, translations })}
    >
      <Icon name={action.icon} size={20} />
    </button>
  );
}

function AddMenu() {
  const editor = useEditor();
  const translations = useFirstTranslations();
  const { t } = translations;
  const itemsOf = (create: CreateGroup): MenuItem[] =>
    nodeDefs
      .filter(({ inspector }) => inspector.create === create)
      .map(({ kind, inspector }) => ({
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
      key: 'group',
      label: t('add.group'),
      icon: <Icon name="group" />,
      onSelect: () => createNode(editor, 'group', t('node.group')),
    },
    {
      key: 'import',
      label: t('add.import'),
      icon: <Icon name="import" />,
      shortcut: shortcutOf(getAction('import')),
      onSelect: () => editor.ui.requestFiles(),
    },
  ];
  return (
    <RailMenu label={t('add.label')} items={items} className={classes.add}>
      <Plus size={20} aria-hidden="true" />
    </RailMenu>
  );
}

/** One button for a group of actions in a short rail. It shows the active action, or the first. */
function RailFold({ label, actions }: { label: string; actions: readonly Action[] }) {
  const editor = useEditor();
  const translations = useFirstTranslations();
  useSignalValue(editor.tools.activeId);
  useSignalValue(editor.preferences.values);
  const items = useActionMenu(actions.map(({ id }) => id)).map((item, i) => {
    const isOn = actions[i]?.isOn?.(editor);
    return item.kind === undefined && isOn !== undefined ? { ...item, isChecked: isOn } : item;
  });
  const active = actions.find((action) => action.isOn?.(editor));
  const shown = active ?? actions[0];
  const name = active ? `${label}: ${labelOf(active, translations)}` : label;
  return (
    <RailMenu label={label} name={name} items={items} className={classes.fold} isOn={active !== undefined}>
      {shown && <Icon name={shown.icon} size={20} />}
    </RailMenu>
  );
}

type RailMenuProps = {
  label: string;
  /** Name of the button, if it differs from the menu's. */
  name?: string;
  items: MenuItem[];
  className: string | undefined;
  isOn?: boolean;
  children: ReactNode;
};

/** A button of the rail that opens a menu beside it. */
function RailMenu({ label, name = label, items, className, isOn, children }: RailMenuProps) {
  return (
    <Dropdown
      label={label}
      items={items}
      side="right"
      align="start"
      className="relative flex shrink-0"
      trigger={(props) => (
        <button
          type="button"
          {...props}
          className={classNames(classes.button, className)}
          aria-label={name}
          title={name}
          data-on={isOn || undefined}
        >
          {children}
        </button>
      )}
    />
  );
}
