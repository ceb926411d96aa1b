import { FAILED_PART } from '../../components/feedback/lazy-boundary.tsx';
import { isChord } from '../kernels/chords.ts';
import type { UserInterface } from '../parts.ts';
import { actions } from './index.ts';

/** Whether the palette is loading. A palette that failed to load does not capture keys. */
export function isPaletteComing({ ui }: UserInterface): boolean {
  return ui.state.value.overlay === 'palette' && document.querySelector(FAILED_PART) === null;
}

/**
 * Captures keys that are typed while the palette loads as its search text. Browser keys such as Tab and F5
 * are not captured.
 */
export function typeAhead(event: KeyboardEvent, { ui }: UserInterface): void {
  const { sought } = ui.state.value;
  const { key } = event;
  const isSign = key.length === 1 && !event.ctrlKey && !event.metaKey;
  if (key === 'Escape') {
    ui.change({ overlay: null });
  } else if (isSign || key === 'Backspace') {
    ui.change({ sought: isSign ? sought + key : sought.slice(0, -1) });
  }
  // Enter would press the button that opened the palette again.
  const isOurs = isSign || key === 'Backspace' || key === 'Enter';
  if (isOurs || actions.some(({ keys }) => keys.some((chord) => isChord(event, chord)))) {
    event.preventDefault();
  }
}
