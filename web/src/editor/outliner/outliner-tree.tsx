import { useEffect, useRef } from 'react';
import { ContextMenu } from '../../components/menu/context-menu.tsx';
import { useActionMenu } from '../actions/use-action-menu.tsx';
import { useEditorTranslations } from '../hooks/use-editor-translations.ts';
import { useIsTouch } from '../hooks/use-media.ts';
import { useVirtualRows } from '../hooks/use-virtual-rows.ts';
import type { TreeRow } from '../kernels/tree-rows.ts';
import classes from './outliner.module.css';
import { OutlinerRow } from './outliner-row.tsx';
import { PartRow } from './part-row.tsx';
import { useRowDrop, useRowSelection } from './use-outliner-rows.ts';

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

/** Virtual list of the tree's rows, with selection by keys and reordering by drags. */
export function OutlinerTree({ rows }: { rows: readonly TreeRow[] }) {
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
