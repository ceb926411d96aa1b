import { type KeyboardEvent, useId, useState } from 'react';
import { Modal } from '../../components/modal/modal.tsx';
import { isEnabled, labelOf } from '../actions/action.ts';
import { actions } from '../actions/index.ts';
import { shortcutOf } from '../hooks/use-action-menu.tsx';
import { useEditor } from '../hooks/use-editor.tsx';
import { useEditorTranslations } from '../hooks/use-editor-translations.ts';
import { useStore } from '../hooks/use-store.ts';
import { Icon } from '../icons.tsx';
import { foldText } from '../kernels/fold-text.ts';
import { isFuzzyMatch } from '../kernels/tree-rows.ts';
import classes from './dialogs.module.css';

/** Command palette: finds actions by label and performs them. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const editor = useEditor();
  const translations = useEditorTranslations();
  const { t } = translations;
  const listId = useId();
  const { sought } = useStore(editor.ui);
  const [at, setAt] = useState(0);
  const needle = foldText(sought.trim());
  const found = actions
    .filter((action) => action.id !== 'palette' && isEnabled(action, editor))
    .map((action) => ({ action, label: labelOf(action, translations) }))
    .filter(({ label }) => isFuzzyMatch(label, needle))
    // Labels that contain the query rank before fuzzy matches.
    .sort((a, b) => Number(foldText(b.label).includes(needle)) - Number(foldText(a.label).includes(needle)));
  const active = Math.min(at, found.length - 1);

  const perform = (index: number) => {
    const chosen = found[index];
    if (chosen) {
      onClose();
      chosen.action.perform({ editor, translations });
    }
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setAt((active + step + found.length) % Math.max(found.length, 1));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      perform(active);
    }
  };
  return (
    <Modal title={t('action.palette')} onClose={onClose}>
      <input
        // biome-ignore lint/a11y/noAutofocus: the palette is opened to type
        autoFocus
        role="combobox"
        aria-label={t('palette.search')}
        aria-expanded="true"
        aria-controls={listId}
        aria-activedescendant={found[active] ? `${listId}-${active}` : undefined}
        className={classes.search}
        placeholder={t('palette.search')}
        value={sought}
        onChange={(event) => {
          editor.ui.change({ sought: event.currentTarget.value });
          setAt(0);
        }}
        onKeyDown={handleKeyDown}
      />
      <div id={listId} role="listbox" aria-label={t('action.palette')} className={classes.results}>
        {found.map(({ action, label }, i) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox above has the keys
          <div
            key={action.id}
            id={`${listId}-${i}`}
            ref={(element) => {
              if (i === active) {
                element?.scrollIntoView({ block: 'nearest' });
              }
            }}
            role="option"
            tabIndex={-1}
            aria-selected={i === active}
            className={classes.result}
            onPointerMove={() => setAt(i)}
            onClick={() => perform(i)}
          >
            <Icon name={action.icon} />
            <span className={classes.resultLabel}>{label}</span>
            {shortcutOf(action) !== undefined && <kbd className={classes.key}>{shortcutOf(action)}</kbd>}
          </div>
        ))}
        {found.length === 0 && <p className={classes.nothing}>{t('palette.nothing')}</p>}
      </div>
    </Modal>
  );
}
