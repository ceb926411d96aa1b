import { findText } from '@diorama/shared/i18n/t.ts';
import { type KeyboardEvent, useId, useState } from 'react';
import { Modal } from '../../components/modal/modal.tsx';
import { type Translations, useTranslations } from '../../hooks/use-translations.ts';
import { type Action, isEnabled, labelOf, type PaletteReason, reasonAgainst } from '../actions/action.ts';
import { actions } from '../actions/index.ts';
import { shortcutOf } from '../actions/use-action-menu.tsx';
import type { EditorParts } from '../editor-parts.ts';
import { useEditor } from '../hooks/use-editor.tsx';
import { type EditorTranslations, useEditorTranslations } from '../hooks/use-editor-translations.ts';
import { useSignalValue } from '../hooks/use-signal-value.ts';
import { Icon } from '../icons.tsx';
import { type Findable, rankMatches } from '../kernels/rank-matches.ts';
import classes from './dialogs.module.css';

/** Number of recent actions at the top of the list. */
const MOST_RECENT = 6;

/** An action with nothing to do comes after others that match less well by up to so many ranks. */
const NOTHING_TO_DO = 2.5;

type Line = Findable & { action: Action; reason: PaletteReason | null };

/** Finds any action by its words, or by those of other tools, and performs it. */
export function CommandPalette({ onClose }: { onClose: () => void }) {
  const editor = useEditor();
  const translations = useEditorTranslations();
  const { t } = translations;
  const { t: words } = useTranslations('palette');
  const listId = useId();
  const { sought } = useSignalValue(editor.ui.state);
  const [at, setAt] = useState(0);
  // The order stays while the palette is open.
  const [recent] = useState(() => editor.preferences.values.value.recentActions);
  const found = rankMatches(linesOf({ editor, translations, words, recent }), sought);
  const active = Math.min(at, found.length - 1);

  const perform = (line: Line | undefined) => {
    if (line?.reason === null) {
      onClose();
      const { id } = line.action;
      const others = editor.preferences.values.value.recentActions.filter((one) => one !== id);
      editor.preferences.change({ recentActions: [id, ...others].slice(0, MOST_RECENT) });
      line.action.perform({ editor, translations });
    }
  };
  const handleKeyDown = (event: KeyboardEvent) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      setAt((active + step + found.length) % Math.max(found.length, 1));
    } else if (event.key === 'Enter') {
      event.preventDefault();
      perform(found[active]);
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
        {found.map((line, i) => (
          <Result
            key={line.action.id}
            id={`${listId}-${i}`}
            line={line}
            isActive={i === active}
            isRecent={sought === '' && recent.includes(line.action.id)}
            onPoint={() => setAt(i)}
            onPerform={() => perform(line)}
          />
        ))}
        {found.length === 0 && <p className="px-3 py-4 text-(--text-2)">{t('palette.nothing')}</p>}
      </div>
    </Modal>
  );
}

function Result({
  id,
  line: { action, label, reason },
  isActive,
  isRecent,
  onPoint,
  onPerform,
}: {
  id: string;
  line: Line;
  isActive: boolean;
  isRecent: boolean;
  onPoint: () => void;
  onPerform: () => void;
}) {
  const { t } = useTranslations('palette');
  const note = reason ?? (isRecent ? 'palette.recent' : null);
  const shortcut = shortcutOf(action);
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: the combobox above has the keys
    <div
      id={id}
      ref={(element) => {
        if (isActive) {
          element?.scrollIntoView({ block: 'nearest' });
        }
      }}
      role="option"
      tabIndex={-1}
      aria-selected={isActive}
      aria-disabled={reason !== null}
      className={classes.result}
      onPointerMove={onPoint}
      onClick={onPerform}
    >
      <Icon name={action.icon} />
      <span className="flex-auto truncate">{label}</span>
      {note !== null && <span className="text-(--text-3) text-12 truncate">{t(note)}</span>}
      {shortcut !== undefined && <kbd className={classes.key}>{shortcut}</kbd>}
    </div>
  );
}

type Source = {
  editor: EditorParts;
  translations: EditorTranslations;
  words: Translations<'palette'>['t'];
  recent: readonly string[];
};

/** All actions that are offered, those first that were performed last, and those last that have nothing to do. */
function linesOf({ editor, translations, words, recent }: Source): Line[] {
  const lines = actions
    .filter((action) => action.id !== 'palette')
    .map((action): Line => {
      const reason = reasonAgainst(action, editor);
      return {
        action,
        label: labelOf(action, translations),
        synonyms: findText(words, `synonyms.${action.id}`) ?? '',
        reason,
        handicap: reason === null ? 0 : NOTHING_TO_DO,
      };
    })
    .filter(({ action, reason }) => reason !== null || isEnabled(action, editor));
  const placeOf = ({ action, reason }: Line) => {
    const place = recent.indexOf(action.id);
    return reason !== null ? recent.length + 1 : place < 0 ? recent.length : place;
  };
  return lines.toSorted((a, b) => placeOf(a) - placeOf(b));
}
