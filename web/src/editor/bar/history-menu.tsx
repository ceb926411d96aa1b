import { ChevronDown } from 'lucide-react';
import { Dropdown } from '../../components/menu/dropdown.tsx';
import type { MenuItem } from '../../components/menu/menu-items.ts';
import { type Translations, useTranslations } from '../../hooks/use-translations.ts';
import { useEditor } from '../hooks/use-editor.tsx';
import { useSignalValue } from '../hooks/use-signal-value.ts';
import type { HistoryStep } from '../kernels/history-step.ts';
import type { HistoryManager } from '../managers/history.ts';
import classes from './floating-bar.module.css';

/** Number of steps listed before and after the present one. */
const MAX = 12;

/** History of this user, newest first; each item restores the scene after its step. */
export function HistoryMenu() {
  const { history } = useEditor();
  const translations = useHistoryTranslations();
  const { canUndo, canRedo } = useSignalValue(history.state);
  const label = translations.t('history.title');
  return (
    <Dropdown
      label={label}
      items={() => itemsOf(history, translations)}
      trigger={(props) => (
        <button
          type="button"
          {...props}
          className={classes.steps}
          aria-label={label}
          title={label}
          disabled={!canUndo && !canRedo}
        >
          <ChevronDown size={14} aria-hidden="true" />
        </button>
      )}
    />
  );
}

function itemsOf(history: HistoryManager, { t }: HistoryTranslations): MenuItem[] {
  const { done, undone } = history.steps;
  const all = [...done, ...undone];
  const lines = all.map((step, i) => lineOf(i + 1, wordsOf(step, t)));
  const first = Math.max(done.length - MAX, 0);
  const shown = lines.slice(first, done.length + MAX);
  return [...(first === 0 ? [lineOf(0, t('history.start'))] : []), ...shown].reverse();

  function lineOf(count: number, label: string): MenuItem {
    return {
      key: String(count),
      label,
      isChecked: count === done.length,
      onSelect: () => history.goTo(count),
    };
  }
}

function wordsOf({ did, count, name, part }: HistoryStep, t: HistoryTranslations['t']): string {
  if (part) {
    return t(`history.part.${part}`);
  }
  return did === 'scene' || did === 'style' || did === 'restored'
    ? t(`history.${did}`, { name })
    : t(`history.${did}`, { count, name });
}

type HistoryTranslations = Translations<'history'>;

/** Translations of the history steps; suspends until they are loaded. */
const useHistoryTranslations = (): HistoryTranslations => useTranslations('history');
