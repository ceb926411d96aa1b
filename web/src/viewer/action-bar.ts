import '../scene/bar-buttons.css';
import '../scene/action-bar.css';
import { element } from './dom.ts';

/** A bar at the foot of the scene with a message and buttons. */
export type ActionBar = { element: HTMLElement; say(text: string): void };

/** Creates the bar of an activity. */
export function createActionBar(buttons: readonly { label: string; onClick: () => void }[]): ActionBar {
  const note = element('p', {});
  note.role = 'status';
  const bar = element('div', { className: 'pills bar-buttons' }, note);
  for (const { label, onClick } of buttons) {
    const button = element('button', {}, label);
    button.type = 'button';
    button.addEventListener('click', onClick);
    bar.append(button);
  }
  return {
    element: bar,
    say: (text) => {
      note.textContent = text;
    },
  };
}
