import type { TourStop } from '@diorama/shared/scene/annotations.ts';
import { isWebLink } from '@diorama/shared/scene/nodes/annotation/is-web-link.ts';
import type { AssetSource } from '../scene/asset-loader.ts';
import './side-card.css';
import './annotation-tour.css';
import { element } from './dom.ts';
import type { Words } from './language.ts';
import { writtenText } from './written-text.ts';

/** What a card is made with. */
export type TourCardOptions = {
  words: Words;
  /** Where pictures of annotations are found. */
  assets: AssetSource;
  /** Goes to the one that comes so many after the open one. */
  onStep: (by: number) => void;
  onClose: () => void;
  /** Lets the tour go on by itself from an annotation, or stay. */
  onPlay: (stop: TourStop) => void;
};

/** Where an annotation stands among those that are gone through, and whether the tour goes on by itself; null where it never does. */
export type CardPlace = { number: number; count: number; isPlaying: boolean | null };

/** The card of the annotation that is open: what it says, and the ways to the others. */
export class TourCard {
  readonly element = element('aside', { className: 'side-card tour-card' });
  readonly #options: TourCardOptions;
  #play: HTMLButtonElement | null = null;

  constructor(options: TourCardOptions) {
    this.#options = options;
    this.element.hidden = true;
    this.element.setAttribute('aria-live', 'polite');
  }

  show(stop: TourStop, place: CardPlace): void {
    this.element.replaceChildren(...this.#contentOf(stop, place));
    this.element.hidden = false;
  }

  hide(): void {
    this.element.hidden = true;
  }

  /** Says on its button whether the tour goes on by itself. */
  showPlaying(isOn: boolean): void {
    if (this.#play) {
      this.#play.textContent = isOn ? '❚❚' : '▶';
      this.#play.ariaPressed = String(isOn);
    }
  }

  /** Whether something is on the button that lets the tour go on. */
  isPlayButton(target: EventTarget | null): boolean {
    return target instanceof Node && this.#play?.contains(target) === true;
  }

  #contentOf(stop: TourStop, { number, count, isPlaying }: CardPlace): HTMLElement[] {
    const { words, onStep, onClose } = this.#options;
    const { node } = stop;
    const { text, link, image } = node.props;
    const content: HTMLElement[] = [element('h2', {}, node.name)];
    if (image !== null) {
      content.push(this.#picture(image));
    }
    if (text !== '') {
      content.push(element('div', { className: 'written-text' }, ...writtenText(text)));
    }
    // The document says so already; what leads out of the page is looked at once more.
    if (link !== null && isWebLink(link)) {
      const properties = { className: 'tour-link', href: link, target: '_blank', rel: 'noopener nofollow' };
      content.push(element('a', properties, new URL(link).host));
    }
    const steps = [
      button('‹', words('tour.previous'), () => onStep(-1)),
      ...this.#playButtons(stop, isPlaying),
      element('span', {}, words('tour.position', { number, count })),
      button('›', words('tour.next'), () => onStep(1)),
    ];
    const close = button('×', words('close'), onClose);
    close.classList.add('tour-close');
    return [close, ...content, element('nav', { className: 'tour-steps' }, ...steps)];
  }

  /** What lets a tour go on by itself, or stay; in a scene that does neither there is none. */
  #playButtons(stop: TourStop, isPlaying: boolean | null): HTMLButtonElement[] {
    const { words, onPlay } = this.#options;
    this.#play = isPlaying === null ? null : button('', words('tour.play'), () => onPlay(stop));
    this.showPlaying(isPlaying === true);
    return this.#play ? [this.#play] : [];
  }

  /** Comes in once its address is known; one that cannot be had leaves no hole. */
  #picture(iri: string): HTMLImageElement {
    const picture = element('img', { className: 'tour-picture', alt: '' });
    picture.hidden = true;
    picture.addEventListener('load', () => {
      picture.hidden = false;
    });
    this.#options.assets(iri).then(
      (found) => {
        if (found) {
          picture.src = found.url;
        }
      },
      () => undefined,
    );
    return picture;
  }
}

function button(sign: string, label: string, onClick: () => void): HTMLButtonElement {
  const made = element('button', { className: 'tour-button' }, sign);
  made.type = 'button';
  made.ariaLabel = label;
  made.addEventListener('click', onClick);
  return made;
}
