import { LOST_PART } from '../../components/feedback/late-part.tsx';
import { actions } from '../actions/index.ts';
import type { Editor } from '../editor.ts';
import { isChord } from '../kernels/chords.ts';

/** Whether the palette was asked for and is on its way; what cannot be had any more keeps no keys from the editor. */
export function isPaletteComing({ ui }: Editor): boolean {
  return ui.get().overlay === 'palette' && document.querySelector(LOST_PART) === null;
}

/**
 * What is typed while the palette is on its way is looked for there, and does nothing else in the editor. Keys that are the
 * browser's alone, such as Tab and F5, stay its own.
 */
export function typeAhead(event: KeyboardEvent, { ui }: Editor): void {
  const { sought } = ui.get();
  const { key } = event;
  const isSign = key.length === 1 && !event.ctrlKey && !event.metaKey;
  if (key === 'Escape') {
    ui.change({ overlay: null });
  } else if (isSign || key === 'Backspace') {
    ui.change({ sought: isSign ? sought + key : sought.slice(0, -1) });
  }
  // Enter would press the button once more that asked for the palette.
  const isOurs = isSign || key === 'Backspace' || key === 'Enter';
  if (isOurs || actions.some(({ keys }) => keys.some((chord) => isChord(event, chord)))) {
    event.preventDefault();
  }
}
