import { Ellipsis } from 'lucide-react';
import { IconButton } from '../../../components/button/icon-button.tsx';
import { Dropdown } from '../../../components/menu/dropdown.tsx';
import type { MenuItem } from '../../../components/menu/menu-items.ts';
import { useTranslations } from '../../../hooks/use-translations.ts';
import { useEditor } from '../../hooks/use-editor.tsx';
import { useSignalValue } from '../../hooks/use-signal-value.ts';
import { NotedField } from '../../inspector/field-note.tsx';
import { MAX_NAME, useNameDraft } from '../../inspector/use-name-draft.ts';
import { moveRow, type OrderedTable } from './model/rows.ts';
import classes from './values.module.css';

/** Field for the name of a row, such as a choice. */
export function NameField({
  label,
  value,
  isDisabled,
  onCommit,
}: {
  label: string;
  value: string;
  isDisabled: boolean;
  onCommit: (name: string) => void;
}) {
  const { note, props } = useNameDraft({ name: value, onCommit });
  return (
    <NotedField note={note}>
      <input
        aria-label={label}
        dir="auto"
        className={classes.name}
        autoComplete="off"
        maxLength={MAX_NAME}
        disabled={isDisabled}
        {...note.props}
        {...props}
      />
    </NotedField>
  );
}

/** Menu of a row: its order, and its removal. */
export function RowMenu({
  name,
  rows,
  id,
  table,
  removal,
}: {
  name: string;
  rows: Parameters<typeof moveRow>[2];
  id: string;
  table: OrderedTable;
  removal: { label: string; remove: () => void };
}) {
  const editor = useEditor();
  const { t } = useTranslations('options');
  const isReadOnly = useSignalValue(editor.isReadOnly);
  const label = t('options.menu', { name });
  const items: MenuItem[] = [
    {
      ...{ key: 'earlier', label: t('options.earlier') },
      isDisabled: rows[0]?.id === id,
      onSelect: () => moveRow(editor, table, rows, { id, by: -1 }),
    },
    {
      ...{ key: 'later', label: t('options.later') },
      isDisabled: rows.at(-1)?.id === id,
      onSelect: () => moveRow(editor, table, rows, { id, by: 1 }),
    },
    { kind: 'separator', key: 'end' },
    { key: 'remove', label: removal.label, isDangerous: true, onSelect: removal.remove },
  ];
  return (
    <Dropdown
      label={label}
      items={items}
      trigger={(props) => (
        <IconButton
          {...props}
          size="small"
          label={label}
          disabled={isReadOnly}
          icon={<Ellipsis size={16} aria-hidden="true" />}
        />
      )}
    />
  );
}
