import { Puzzle, Search } from 'lucide-react';
import { Suspense, useEffect, useRef, useState } from 'react';
import { classNames } from '../../components/class-names.ts';
import { ErrorBoundary } from '../../components/error-boundary.tsx';
import { TextField } from '../../components/field/text-field.tsx';
import { lazyComponent } from '../../components/lazy-component.ts';
import { ContextMenu } from '../../components/menu/context-menu.tsx';
import { useActionMenu } from '../actions/use-action-menu.tsx';
import { useEditor, useEditorSession } from '../hooks/use-editor.tsx';
import { useEditorTranslations } from '../hooks/use-editor-translations.ts';
import { useIsTouch } from '../hooks/use-media.ts';
import { useScene } from '../hooks/use-scene.ts';
import { useSignalValue } from '../hooks/use-signal-value.ts';
import { useVirtualRows } from '../hooks/use-virtual-rows.ts';
import type { RowPart, TreeRow } from '../kernels/tree-rows.ts';
import panel from '../panel.module.css';
import { isUnfilled } from '../queries/is-unfilled.ts';
import classes from './outliner.module.css';
import { OutlinerRow } from './outliner-row.tsx';
import { useOutlinerRows, useRowDrop, useRowSelection } from './use-outliner-rows.ts';

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
  'makeComponent',
  'editComponent',
  'detachInstance',
  'hide',
  'lock',
  'focus',
  'toGround',
  'moveUp',
  'moveDown',
  'delete',
];

const TemplateChoice = lazyComponent(async () => (await import('./template-choice.tsx')).TemplateChoice);

/** Tree of the scene: search, select, rename, hide, lock, reorder. */
export function Outliner() {
  const { scene } = useEditor();
  const { t } = useEditorTranslations();
  const [query, setQuery] = useState('');
  const rows = useOutlinerRows(query);
  const isEmpty = scene.children(null).length === 0;
  const canFill = useCanFill();
  return (
    <section className={panel.panel} aria-label={t('outliner.title')}>
      <h2 className={panel.heading}>{t('outliner.title')}</h2>
      <SearchField query={query} onChange={setQuery} />
      {rows.length === 0 && (
        <p className="px-3 py-2 text-(--text-3) text-13">
          {t(isEmpty ? 'outliner.empty' : 'outliner.nothing')}
        </p>
      )}
      <OutlinerTree rows={rows} />
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

function SearchField({ query, onChange }: { query: string; onChange: (query: string) => void }) {
  const { t } = useEditorTranslations();
  return (
    <div className="px-3 pt-0 pb-2">
      <TextField
        label={t('outliner.search')}
        isLabelHidden
        size="small"
        placeholder={t('outliner.search')}
        icon={<Search size={16} aria-hidden="true" />}
        value={query}
        onChange={(event) => onChange(event.currentTarget.value)}
        onKeyDown={(event) => {
          event.stopPropagation();
          if (event.key === 'Escape') {
            onChange('');
          }
        }}
      />
    </div>
  );
}

/** Whether the scene is loaded, may be edited, and holds nothing but lights. */
function useCanFill(): boolean {
  const { editor, connection } = useEditorSession();
  const isReadOnly = useSignalValue(editor.isReadOnly);
  const isBare = useScene(() => isUnfilled(editor));
  return useSignalValue(connection.state) === 'open' && !isReadOnly && isBare;
}

/** Virtual list of the tree's rows, with selection by keys and reordering by drags. */
function OutlinerTree({ rows }: { rows: readonly TreeRow[] }) {
  const { t } = useEditorTranslations();
  const rowHeight = ROW_HEIGHT[useIsTouch() ? 'touch' : 'mouse'];
  const scroller = useRef<HTMLDivElement>(null);
  const { first, last, scrollTo } = useVirtualRows({ scroller, count: rows.length, rowHeight });
  const { at, primary, select, toggle, handleKeyDown } = useRowSelection(rows);
  const { drop, handleDragOver, handleDragLeave, handleDrop } = useRowDrop(rows, rowHeight);
  useEffect(() => {
    if (at >= 0) {
      scrollTo(at);
    }
  }, [at, scrollTo]);
  const placeOf = (i: number) => ({
    top: (first + i) * rowHeight,
    position: { index: first + i + 1, count: rows.length },
  });
  return (
    <ContextMenu label={t('outliner.menu')} items={useActionMenu(MENU)}>
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
          onDragLeave={handleDragLeave}
          onDrop={handleDrop}
        >
          {rows
            .slice(first, last)
            .map((row, i) =>
              row.part ? (
                <PartRow key={`${row.id}/${row.part.index}`} row={row} part={row.part} {...placeOf(i)} />
              ) : (
                <OutlinerRow
                  key={row.id}
                  row={row}
                  {...placeOf(i)}
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
  );
}

/**
 * Part of a file: hovering highlights everything with the same material, a click opens the material in the
 * inspector.
 */
function PartRow({
  row,
  part,
  top,
  position,
}: {
  row: TreeRow;
  part: RowPart;
  top: number;
  position: { index: number; count: number };
}) {
  const editor = useEditor();
  const { t } = useEditorTranslations();
  const hover = useSignalValue(editor.hover);
  const openSlot = useSignalValue(editor.ui.openSlot);
  const isSelected = useSignalValue(editor.selection.ids).includes(row.id) && openSlot === part.slot;
  const model = useScene(({ nodes }) => nodes[row.id]?.name ?? '');
  const name = part.name || part.slot || t('outliner.unnamed');
  const take = () => {
    editor.selection.set([row.id]);
    editor.ui.openSlot.value = part.slot;
  };
  return (
    <div
      role="treeitem"
      tabIndex={-1}
      aria-label={t('outliner.part', { name, model })}
      aria-level={row.depth + 1}
      aria-posinset={position.index}
      aria-setsize={position.count}
      aria-selected={isSelected}
      className={classNames(
        classes.row,
        classes.part,
        hover?.node === row.id && hover.slot === part.slot && classes.hovered,
      )}
      style={{ transform: `translateY(${top}px)`, paddingLeft: 4 + row.depth * 16 }}
      onClick={take}
      onKeyDown={undefined}
      onPointerEnter={() => {
        editor.hover.value = { handle: null, node: row.id, slot: part.slot };
      }}
      onPointerLeave={() => {
        editor.hover.value = null;
      }}
    >
      <span className={classes.icon}>
        <Puzzle size={14} aria-hidden="true" />
      </span>
      <span dir="auto" className={classes.name}>
        {name}
      </span>
      {part.name !== part.slot && part.name !== '' && (
        <span dir="auto" className="max-w-[45%] text-(--text-3) truncate">
          {part.slot}
        </span>
      )}
    </div>
  );
}
