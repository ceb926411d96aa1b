import { showsFile } from '@diorama/shared/scene/nodes/kinds.ts';
import { Search } from 'lucide-react';
import { type DragEvent, type KeyboardEvent, Suspense, useEffect, useMemo, useRef, useState } from 'react';
import { ErrorBoundary } from '../../components/error-boundary.tsx';
import { TextField } from '../../components/field/text-field.tsx';
import { lazyComponent } from '../../components/lazy-component.ts';
import { ContextMenu } from '../../components/menu/context-menu.tsx';
import { useActionMenu } from '../actions/use-action-menu.tsx';
import { reparent } from '../commands/selection.ts';
import { useEditor, useEditorSession } from '../hooks/use-editor.tsx';
import { useEditorTranslations } from '../hooks/use-editor-translations.ts';
import { useIsTouch } from '../hooks/use-media.ts';
import { useScene } from '../hooks/use-scene.ts';
import { useSignalValue } from '../hooks/use-signal-value.ts';
import { useVirtualRows } from '../hooks/use-virtual-rows.ts';
import { type DropPosition, dropPosition } from '../kernels/drop-position.ts';
import { rowsBetween, treeMove } from '../kernels/tree-moves.ts';
import { treeRows } from '../kernels/tree-rows.ts';
import panel from '../panel.module.css';
import type { SceneReader } from '../parts.ts';
import { isUnfilled } from '../queries/is-unfilled.ts';
import classes from './outliner.module.css';
import { OutlinerRow } from './outliner-row.tsx';
import { PartRow } from './part-row.tsx';

const TemplateChoice = lazyComponent(async () => (await import('./template-choice.tsx')).TemplateChoice);

/** Row height in CSS pixels for mouse and touch. */
const ROW_HEIGHT = { mouse: 28, touch: 44 } as const;
const MENU = [
  'rename',
  'duplicate',
  'copy',
  'cut',
  'paste',
  'group',
  'ungroup',
  'hide',
  'lock',
  'focus',
  'toGround',
  'moveUp',
  'moveDown',
  'delete',
];

function showsFileAt({ scene }: SceneReader, id: string): boolean {
  const node = scene.node(id);
  return node !== undefined && showsFile(node.kind);
}

/** Tree of the scene: search, select, rename, hide, lock, reorder. */
export function Outliner() {
  const editor = useEditor();
  const { t } = useEditorTranslations();
  const rowHeight = ROW_HEIGHT[useIsTouch() ? 'touch' : 'mouse'];
  const selection = useSignalValue(editor.selection.ids);
  const [query, setQuery] = useState('');
  const open = useSignalValue(editor.ui.openNodes);
  const [drop, setDrop] = useState<DropPosition | null>(null);
  const scroller = useRef<HTMLDivElement>(null);
  const menu = useActionMenu(MENU);
  const hierarchy = useScene(() => editor.scene.hierarchy);
  // Subscribes to single nodes only during a search.
  const named = useScene(({ nodes }) => (query === '' ? null : nodes));
  // The parts of a file are known once it is drawn.
  const undrawn = useSignalValue(editor.undrawn);
  // biome-ignore lint/correctness/useExhaustiveDependencies: parts come and go with what is drawn
  const rows = useMemo(() => {
    const partsOf = (id: string) => (showsFileAt(editor, id) ? (editor.queries?.partsOf(id) ?? []) : []);
    return treeRows({ nodes: editor.scene.document.value.nodes, hierarchy, open, query, partsOf });
  }, [editor, named, hierarchy, open, query, undrawn]);
  const { first, last, scrollTo } = useVirtualRows({ scroller, count: rows.length, rowHeight });
  const primary = selection.at(-1) ?? null;
  /** Start of a range selected with Shift. */
  const anchor = useRef<string | null>(null);

  const toggle = (id: string, isOpen: boolean) => editor.ui.openInOutliner([id], isOpen);
  const at = rows.findIndex(({ id }) => id === primary);
  useEffect(() => {
    if (at >= 0) {
      scrollTo(at);
    }
  }, [at, scrollTo]);

  const select = (
    id: string,
    { shiftKey, ctrlKey, metaKey }: { shiftKey: boolean; ctrlKey: boolean; metaKey: boolean },
  ) => {
    const from = selection.includes(anchor.current ?? '') ? anchor.current : primary;
    if (shiftKey && from !== null) {
      anchor.current = from;
      editor.selection.set(rowsBetween(rows, from, id));
      return;
    }
    anchor.current = id;
    if (ctrlKey || metaKey) {
      editor.selection.toggle(id);
    } else {
      editor.selection.set([id]);
    }
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const move = event.altKey ? null : treeMove(rows, at, event.key);
    if (!move) {
      return;
    }
    if ('to' in move) {
      select(move.to, event);
    } else {
      toggle(move.fold, move.isOpen);
    }
    event.preventDefault();
    event.stopPropagation();
  };
  const handleDragOver = (event: DragEvent<HTMLElement>) => {
    if (!event.dataTransfer.types.includes('text/diorama-nodes') || editor.isReadOnly.value) {
      return;
    }
    event.preventDefault();
    event.stopPropagation();
    const { top } = event.currentTarget.getBoundingClientRect();
    const y = event.clientY - top;
    setDrop(
      dropPosition({
        rows,
        y,
        rowHeight,
        childrenOf: (id) => editor.scene.children(id),
        parentOf: (id) => editor.scene.parentOf(id),
      }),
    );
  };
  const handleDrop = (event: DragEvent) => {
    const ids = event.dataTransfer.getData('text/diorama-nodes').split(',').filter(Boolean);
    if (drop && ids.length > 0) {
      event.preventDefault();
      event.stopPropagation();
      reparent(editor, ids, {
        parent: drop.parent,
        before: drop.before,
        keepsLocal: event.ctrlKey || event.metaKey,
      });
      if (drop.parent !== null) {
        toggle(drop.parent, true);
      }
    }
    setDrop(null);
  };

  const isEmpty = editor.scene.children(null).length === 0;
  const canFill = useCanFill();
  return (
    <section className={panel.panel} aria-label={t('outliner.title')}>
      <h2 className={panel.heading}>{t('outliner.title')}</h2>
      <div className={classes.search}>
        <TextField
          label={t('outliner.search')}
          isLabelHidden
          size="small"
          placeholder={t('outliner.search')}
          icon={<Search size={16} aria-hidden="true" />}
          value={query}
          onChange={(event) => setQuery(event.currentTarget.value)}
          onKeyDown={(event) => {
            event.stopPropagation();
            if (event.key === 'Escape') {
              setQuery('');
            }
          }}
        />
      </div>
      {rows.length === 0 && (
        <p className={classes.empty}>{t(isEmpty ? 'outliner.empty' : 'outliner.nothing')}</p>
      )}
      <ContextMenu label={t('outliner.menu')} items={menu}>
        <div ref={scroller} className={classes.scroller}>
          <div
            role="tree"
            aria-label={t('outliner.tree')}
            aria-multiselectable="true"
            aria-activedescendant={at >= first && at < last ? `row-${primary}` : undefined}
            tabIndex={0}
            className={classes.tree}
            style={{ height: rows.length * rowHeight }}
            onKeyDown={handleKeyDown}
            onDragOver={handleDragOver}
            onDragLeave={() => setDrop(null)}
            onDrop={handleDrop}
          >
            {rows
              .slice(first, last)
              .map((row, i) =>
                row.part ? (
                  <PartRow
                    key={`${row.id}/${row.part.index}`}
                    row={row}
                    part={row.part}
                    top={(first + i) * rowHeight}
                    position={{ index: first + i + 1, count: rows.length }}
                  />
                ) : (
                  <OutlinerRow
                    key={row.id}
                    row={row}
                    top={(first + i) * rowHeight}
                    position={{ index: first + i + 1, count: rows.length }}
                    isDropTarget={drop?.into === row.id}
                    onSelect={select}
                    onToggle={toggle}
                  />
                ),
              )}
            {drop && drop.into === null && (
              <div
                aria-hidden="true"
                className={classes.dropLine}
                style={{ top: drop.line * rowHeight, left: 12 + drop.depth * 16 }}
              />
            )}
          </div>
        </div>
      </ContextMenu>
      {canFill && (
        // The templates are an offer; without their code, as offline, the panel is complete too.
        <ErrorBoundary fallback={null}>
          <Suspense fallback={null}>
            <TemplateChoice />
          </Suspense>
        </ErrorBoundary>
      )}
    </section>
  );
}

/** Whether the scene is loaded, may be edited, and holds nothing but lights. */
function useCanFill(): boolean {
  const { editor, connection } = useEditorSession();
  const isReadOnly = useSignalValue(editor.isReadOnly);
  const isBare = useScene(() => isUnfilled(editor));
  return useSignalValue(connection.state) === 'open' && !isReadOnly && isBare;
}
