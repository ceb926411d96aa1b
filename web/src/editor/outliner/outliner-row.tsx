import { ownerOf } from '@diorama/shared/scene/copies/generated-id.ts';
import { findNodeDef } from '@diorama/shared/scene/nodes/index.ts';
import { ChevronRight, CircleAlert, Eye, EyeOff, Lock, LockOpen, RotateCw } from 'lucide-react';
import { type DragEvent, type KeyboardEvent, useCallback, useEffect, useRef } from 'react';
import { classNames } from '../../components/class-names.ts';
import { renameNode, toggleFlag } from '../commands/selection.ts';
import { lacksComponent } from '../features/components/model/components.ts';
import type { DraftProps } from '../hooks/use-draft.ts';
import { useEditor, useEditorSession } from '../hooks/use-editor.tsx';
import { useEditorTranslations } from '../hooks/use-editor-translations.ts';
import { useNodes, useScene } from '../hooks/use-scene.ts';
import { useSignalValue } from '../hooks/use-signal-value.ts';
import { Icon } from '../icons.tsx';
import { NotedField } from '../inspector/field-note.tsx';
import { MAX_NAME, useNameDraft } from '../inspector/use-name-draft.ts';
import type { TreeRow } from '../kernels/tree-rows.ts';
import classes from './outliner.module.css';

type Modifiers = { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean };

/** Outliner row. Its buttons are for pointers; keyboard users have the same commands in the tree. */
export function OutlinerRow({
  row,
  top,
  position,
  isDropTarget,
  onSelect,
  onToggle,
}: {
  row: TreeRow;
  top: number;
  position: { index: number; count: number };
  isDropTarget: boolean;
  onSelect: (id: string, modifiers: Modifiers) => void;
  onToggle: (id: string, isOpen: boolean) => void;
}) {
  const editor = useEditor();
  const { t } = useEditorTranslations();
  const [node] = useNodes([row.id]);
  const selection = useSignalValue(editor.selection.ids);
  const isReadOnly = useSignalValue(editor.isReadOnly);
  const isRenaming = useSignalValue(editor.ui.state).renaming === row.id;
  const isHovered = useSignalValue(editor.hover)?.node === row.id;
  const owner = ownerOf(row.id);
  const instance = useScene(({ nodes }) => nodes[owner ?? '']?.name);
  if (!node) {
    return null;
  }
  const name = node.name || t('outliner.unnamed');
  const isSelected = selection.includes(row.id);
  const handleDragStart = (event: DragEvent) => {
    const dragged = isSelected ? editor.selection.outermost : [row.id];
    event.dataTransfer.setData('text/diorama-nodes', dragged.join(','));
    event.dataTransfer.effectAllowed = 'move';
  };
  return (
    <div
      id={`row-${row.id}`}
      role="treeitem"
      tabIndex={-1}
      aria-label={
        owner === null ? name : t('outliner.part', { name, model: instance || t('outliner.unnamed') })
      }
      aria-level={row.depth + 1}
      aria-posinset={position.index}
      aria-setsize={position.count}
      aria-selected={isSelected}
      aria-expanded={row.hasChildren ? row.isOpen : undefined}
      draggable={!isReadOnly && !isRenaming}
      className={classNames(classes.row, isDropTarget && classes.dropTarget, isHovered && classes.hovered)}
      data-hidden={!node.visible || undefined}
      data-generated={owner !== null || undefined}
      style={{ transform: `translateY(${top}px)`, paddingLeft: 4 + row.depth * 16 }}
      onClick={(event) => onSelect(row.id, event)}
      onKeyDown={undefined}
      onContextMenu={() => !isSelected && editor.selection.set([row.id])}
      onDoubleClick={() => !isReadOnly && editor.ui.change({ renaming: row.id })}
      onPointerEnter={() => {
        editor.hover.value = { handle: null, node: row.id };
      }}
      onPointerLeave={() => {
        editor.hover.value = null;
      }}
      onDragStart={handleDragStart}
    >
      <button
        type="button"
        tabIndex={-1}
        aria-hidden="true"
        className={classes.chevron}
        data-open={row.isOpen || undefined}
        style={{ visibility: row.hasChildren ? 'visible' : 'hidden' }}
        title={t(row.isOpen ? 'outliner.collapse' : 'outliner.expand', { name })}
        onClick={(event) => {
          event.stopPropagation();
          onToggle(row.id, !row.isOpen);
        }}
      >
        <ChevronRight size={16} aria-hidden="true" />
      </button>
      <span className={classes.icon}>
        <Icon name={findNodeDef(node.kind)?.inspector.icon ?? 'box'} />
      </span>
      <RowName id={row.id} name={node.name} isRenaming={isRenaming} />
      <TroubleSign id={row.id} name={name} />
      <PeerDots id={row.id} />
      <RowFlag id={row.id} name={name} flag="locked" isOn={node.locked} isDisabled={isReadOnly} />
      <RowFlag id={row.id} name={name} flag="visible" isOn={!node.visible} isDisabled={isReadOnly} />
    </div>
  );
}

/** Warning for a node whose import or files failed to load, or whose component is missing; a click loads files again. */
function TroubleSign({ id, name }: { id: string; name: string }) {
  const editor = useEditor();
  const { assets, nodeProblems } = useEditorSession();
  const { t } = useEditorTranslations();
  const problem = useSignalValue(nodeProblems.byNode).get(id);
  const hasComponent = useScene(() => !lacksComponent(editor, id));
  if (!problem && hasComponent) {
    return null;
  }
  const unloaded = problem?.unloaded ?? [];
  if (unloaded.length === 0) {
    const text = problem ? t('import.failedAt', { name }) : t('outliner.noComponent', { name });
    return (
      <span className={classes.failed} role="img" aria-label={text} title={text}>
        <CircleAlert size={16} aria-hidden="true" />
      </span>
    );
  }
  const text = t('load.retryAt', { name });
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-label={text}
      title={text}
      className={classNames(classes.flag, classes.failed)}
      data-on
      onClick={(event) => {
        event.stopPropagation();
        unloaded.forEach(assets.retry);
      }}
    >
      <RotateCw size={16} aria-hidden="true" />
    </button>
  );
}

const FLAGS = {
  visible: { on: EyeOff, off: Eye, turnOff: 'outliner.show', turnOn: 'outliner.hide' },
  locked: { on: Lock, off: LockOpen, turnOff: 'outliner.unlock', turnOn: 'outliner.lock' },
} as const;

function RowFlag({
  id,
  name,
  flag,
  isOn,
  isDisabled,
}: {
  id: string;
  name: string;
  flag: keyof typeof FLAGS;
  isOn: boolean;
  isDisabled: boolean;
}) {
  const editor = useEditor();
  const { t } = useEditorTranslations();
  const { on: On, off: Off, turnOff, turnOn } = FLAGS[flag];
  return (
    <button
      type="button"
      tabIndex={-1}
      aria-hidden="true"
      disabled={isDisabled}
      title={t(isOn ? turnOff : turnOn, { name })}
      className={classes.flag}
      data-on={isOn || undefined}
      onClick={(event) => {
        event.stopPropagation();
        toggleFlag(editor, [id], flag);
      }}
    >
      {isOn ? <On size={16} aria-hidden="true" /> : <Off size={16} aria-hidden="true" />}
    </button>
  );
}

/**
 * Name of a row, or a text field while it is renamed. The note stays readable after the field has closed.
 */
function RowName({ id, name, isRenaming }: { id: string; name: string; isRenaming: boolean }) {
  const editor = useEditor();
  const { t } = useEditorTranslations();
  const leave = useCallback(() => editor.ui.change({ renaming: null }), [editor]);
  const onCommit = (next: string) => renameNode(editor, id, next);
  const { note, props } = useNameDraft({ name, onCommit, onLeave: leave });
  return (
    <NotedField note={note}>
      <span dir="auto" className={classes.name}>
        {isRenaming ? <NameInput draft={props} onGone={leave} /> : name || t('outliner.unnamed')}
      </span>
    </NotedField>
  );
}

/** `onGone` is also called when the row unmounts because another user deleted the node. */
function NameInput({ draft, onGone }: { draft: DraftProps; onGone: () => void }) {
  const { t } = useEditorTranslations();
  const input = useRef<HTMLInputElement>(null);
  /** Element that had the focus before. */
  const before = useRef<Element>(null);
  useEffect(() => {
    before.current = document.activeElement;
    input.current?.focus();
    input.current?.select();
    return onGone;
  }, [onGone]);
  const handleKeyDown = (event: KeyboardEvent<HTMLInputElement>) => {
    draft.onKeyDown(event);
    if (document.activeElement !== event.currentTarget && before.current instanceof HTMLElement) {
      // Only moves the focus: the same Enter would also click a button.
      event.preventDefault();
      before.current.focus();
    }
  };
  return (
    <input
      ref={input}
      aria-label={t('action.rename')}
      dir="auto"
      className={classes.nameInput}
      maxLength={MAX_NAME}
      onClick={(event) => event.stopPropagation()}
      {...draft}
      onKeyDown={handleKeyDown}
    />
  );
}

/** Dots in the colours of other users who have selected a node. */
function PeerDots({ id }: { id: string }) {
  const { presence } = useEditor();
  const peers = useSignalValue(presence.peers);
  return peers
    .filter(({ selection }) => selection.includes(id))
    .map(({ clientId, person }) => (
      <span
        key={clientId}
        className="shrink-0 rounded-full size-[8px]"
        title={person.name}
        style={{ background: person.avatarColor }}
      />
    ));
}
