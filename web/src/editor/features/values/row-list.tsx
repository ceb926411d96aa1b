import { removeRows, updateRow } from '@diorama/shared/scene/scene-ops.ts';
import { CircleDot, CircleStop, Plus } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '../../../components/button/button.tsx';
import { IconButton } from '../../../components/button/icon-button.tsx';
import { useTranslations } from '../../../hooks/use-translations.ts';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import fields from '../../inspector/fields.module.css';
import type { ValueTarget } from '../../managers/recording.ts';
import { FoldButton } from './fold-button.tsx';
import { hasRowRoom, type OrderedTable } from './model/rows.ts';
import { Recorders } from './recorders.tsx';
import { NameField, RowMenu } from './row-controls.tsx';
import classes from './values.module.css';
import rows from './values.module.css';

type ListedRow = { id: string; index: string; name: string };

/** A row as its list shows it. */
export type ShownRow<Row> = { row: Row; name: string; number: number };

/** Texts of a list; numbers count from 1. */
type ListTexts = {
  /** Shown while the list is empty. */
  empty?: string;
  add: string;
  /** Accessible name of the button that adds a row, where it differs from its text. */
  addTo?: string;
  fresh: (number: number) => string;
  name: (number: number) => string;
  open: (name: string) => string;
  remove: string;
};

type RowListProps<Row> = {
  table: OrderedTable;
  rows: readonly Row[];
  texts: ListTexts;
  /** Adds a row with a name and returns its id. */
  onAdd: (name: string) => string;
  details: (shown: ShownRow<Row>) => ReactNode;
  /** Removes more than the row itself. */
  onRemove?: (id: string) => void;
  /** Elements before and after the name. */
  before?: (row: Row) => ReactNode;
  after?: (shown: ShownRow<Row>) => ReactNode;
  /** The open row, if the owner of the list decides about it. */
  open?: { id: string | null; set: (id: string | null) => void };
};

/** Rows of a table: names, order, removal, details that unfold, and recording where rows have values. */
export function RowList<Row extends ListedRow>(props: RowListProps<Row>) {
  const { table, rows: list, texts, onAdd } = props;
  const editor = useEditor();
  const isReadOnly = useSignalValue(editor.isReadOnly);
  const [own, setOwn] = useState<string | null>(null);
  const { id: open, set: setOpen } = props.open ?? { id: own, set: setOwn };
  return (
    <>
      {list.length === 0 && texts.empty !== undefined && <p className={fields.note}>{texts.empty}</p>}
      <ol className={rows.rows}>
        {list.map((row, i) => (
          <ListItem
            key={row.id}
            {...props}
            shown={{ row, number: i + 1, name: row.name || texts.fresh(i + 1) }}
            isOpen={open === row.id}
            onToggle={() => setOpen(open === row.id ? null : row.id)}
          />
        ))}
      </ol>
      <div className={fields.buttons}>
        <Button
          size="small"
          variant={texts.addTo === undefined ? undefined : 'ghost'}
          aria-label={texts.addTo}
          icon={<Plus size={14} aria-hidden="true" />}
          disabled={isReadOnly}
          onClick={() => hasRowRoom(editor, table) && setOpen(onAdd(texts.fresh(list.length + 1)))}
        >
          {texts.add}
        </Button>
      </div>
    </>
  );
}

function ListItem<Row extends ListedRow>({
  table,
  rows: list,
  texts,
  shown,
  isOpen,
  onToggle,
  before,
  after,
  details,
  onRemove,
}: RowListProps<Row> & { shown: ShownRow<Row>; isOpen: boolean; onToggle: () => void }) {
  const editor = useEditor();
  const isReadOnly = useSignalValue(editor.isReadOnly);
  const { row, name, number } = shown;
  const isRecorded = useIsRecorded(row.id);
  const { ydoc } = editor;
  return (
    <li className={rows.row} data-recorded={isRecorded || undefined}>
      <div className={rows.line}>
        {before?.(row)}
        <NameField
          label={texts.name(number)}
          value={name}
          isDisabled={isReadOnly}
          onCommit={(next) => editor.edit(() => updateRow(ydoc, table, row.id, { name: next }))}
        />
        {after?.(shown)}
        {(table === 'choices' || table === 'states') && (
          <RecordButton target={{ table, id: row.id }} name={name} />
        )}
        <FoldButton label={texts.open(name)} isOpen={isOpen} onToggle={onToggle} />
        <RowMenu
          name={name}
          rows={list}
          id={row.id}
          table={table}
          removal={{
            label: texts.remove,
            remove: () =>
              onRemove ? onRemove(row.id) : editor.edit(() => removeRows(ydoc, table, [row.id])),
          }}
        />
      </div>
      {isOpen && <div className={rows.details}>{details(shown)}</div>}
    </li>
  );
}

/** Button that records the edits of the scene into a row, or ends that. */
function RecordButton({ target, name }: { target: ValueTarget; name: string }) {
  const editor = useEditor();
  const { t } = useTranslations('options');
  const isReadOnly = useSignalValue(editor.isReadOnly);
  const isRecorded = useIsRecorded(target.id);
  return (
    <>
      <Recorders isIncluded={(row) => row === `${target.table}/${target.id}`} name={name} />
      <IconButton
        size="small"
        label={t(isRecorded ? 'options.record.stop' : 'options.record', { name })}
        isPressed={isRecorded}
        disabled={isReadOnly}
        className={classes.record}
        icon={
          isRecorded ? (
            <CircleStop size={16} aria-hidden="true" />
          ) : (
            <CircleDot size={16} aria-hidden="true" />
          )
        }
        onClick={() => (isRecorded ? editor.recording.stop() : editor.recording.start(target))}
      />
    </>
  );
}

/** Whether edits are recorded into a row. */
function useIsRecorded(id: string): boolean {
  const { recording } = useEditor();
  return useSignalValue(() => recording.target.value?.id === id);
}
