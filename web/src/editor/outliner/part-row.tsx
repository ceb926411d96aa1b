import { Puzzle } from 'lucide-react';
import { classNames } from '../../components/class-names.ts';
import { useEditor } from '../hooks/use-editor.tsx';
import { useEditorTranslations } from '../hooks/use-editor-translations.ts';
import { useScene } from '../hooks/use-scene.ts';
import { useSignalValue } from '../hooks/use-signal-value.ts';
import type { RowPart, TreeRow } from '../kernels/tree-rows.ts';
import classes from './outliner.module.css';

/**
 * Part of a file: hovering highlights everything with the same material, a click opens the material in the
 * inspector.
 */
export function PartRow({
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
