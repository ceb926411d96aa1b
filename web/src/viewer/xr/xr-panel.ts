import { element } from '../dom.ts';
import { iconButton, showIcon } from '../icon-button.ts';
import type { Freedom, Support } from './placing.ts';
import type { XrTranslations } from './xr-translations.ts';
import '../../scene/bar-buttons.css';
import './xr-panel.css';

/** Dependencies of a panel. */
type XrPanelOptions = {
  support: Support;
  freedom: Freedom;
  words: XrTranslations;
  onTurn: () => void;
  /** Called with a factor, or to restore the true size. */
  onResize: (factor: number | 'true') => void;
  onAgain: () => void;
  onLeave: () => void;
};

/** Current step: finding a surface, placing the scene, or adjusting it. */
export type XrStep = 'find' | 'found' | 'placed';

const GROWTH = 1.25;

/** Overlay of an AR session: instructions and controls. Headsets do not show it. */
export class XrPanel {
  readonly element = element('div', { className: 'xr-panel bar-buttons' });
  readonly #options: XrPanelOptions;
  readonly #note = element('p', { className: 'xr-note' });
  readonly #handles = element('div', { className: 'xr-handles' });
  readonly #size = textButton('', () => this.#options.onResize('true'));
  #step: XrStep | null = null;

  constructor(options: XrPanelOptions) {
    this.#options = options;
    const { words, freedom, onTurn, onResize, onAgain, onLeave } = options;
    this.#note.role = 'status';
    const leave = iconButton('xr-leave');
    showIcon(leave, 'close', words.leave);
    leave.addEventListener('click', onLeave);
    if (freedom.turns) {
      const turn = iconButton('');
      showIcon(turn, 'reset', words.turn);
      turn.addEventListener('click', onTurn);
      this.#handles.append(turn);
    }
    if (freedom.resizes) {
      this.#handles.append(
        named(
          textButton('−', () => onResize(1 / GROWTH)),
          words.smaller,
        ),
        this.#size,
        named(
          textButton('+', () => onResize(GROWTH)),
          words.larger,
        ),
      );
    }
    this.#handles.append(textButton(words.again, onAgain));
    this.element.append(element('div', { className: 'xr-head' }, this.#note, leave), this.#handles);
    // A tap on a button must not select in the room behind it.
    for (const part of [this.#handles, leave]) {
      part.addEventListener('beforexrselect', (event) => event.preventDefault());
    }
    this.show('find');
    this.setScale(1);
  }

  /** Shows the instructions of a step. */
  show(step: XrStep): void {
    if (step === this.#step) {
      return;
    }
    this.#step = step;
    const { words, support, freedom } = this.#options;
    this.#handles.hidden = step !== 'placed';
    if (step !== 'placed') {
      this.#note.textContent = words[`${step}.${support}`];
      return;
    }
    const trueSize = freedom.turns ? 'placed.trueSize' : 'placed.wall';
    this.#note.textContent = words[freedom.resizes ? 'placed.free' : trueSize];
  }

  /** Shows the size of the scene, as a factor of its true size. */
  setScale(scale: number): void {
    const { words } = this.#options;
    const text = `${Math.round(scale * 100)} %`;
    if (this.#size.textContent !== text) {
      this.#size.textContent = text;
      named(this.#size, `${text}. ${words.trueSize}`);
    }
  }
}

function textButton(text: string, onClick: () => void): HTMLButtonElement {
  const button = element('button', {}, text);
  button.type = 'button';
  button.addEventListener('click', onClick);
  return button;
}

function named(button: HTMLButtonElement, label: string): HTMLButtonElement {
  button.title = label;
  button.ariaLabel = label;
  return button;
}
