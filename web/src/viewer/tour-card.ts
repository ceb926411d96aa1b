import type { TourStop } from '@diorama/shared/scene/annotations.ts';
import { isWebLink } from '@diorama/shared/scene/nodes/annotation/is-web-link.ts';
import type { AssetSource } from '../scene/asset-loader.ts';
import './side-card.css';
import './annotation-tour.css';
import { element } from './dom.ts';
import type { ViewerTranslate } from './language.ts';
import { renderMarkdown } from './render-markdown.ts';

/** Dependencies of a card. */
type TourCardOptions = {
  t: ViewerTranslate;
  /** Source of annotation pictures. */
  assets: AssetSource;
  /** Moves by a number of annotations. */
  onStep: (by: number) => void;
  onClose: () => void;
  /** Starts or stops playing from an annotation. */
  onPlay: (stop: TourStop) => void;
};

/** Position of an annotation in the tour, and whether the tour is playing; null if it cannot play. */
type CardPlace = { number: number; count: number; isPlaying: boolean | null };

/** Card of the open annotation: its content, and buttons to the others. */
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

  /** Updates the play button. */
  showPlaying(isOn: boolean): void {
    if (this.#play) {
      this.#play.textContent = isOn ? '❚❚' : '▶';
      this.#play.ariaPressed = String(isOn);
    }
  }

  /** Whether an event's target is in the play button. */
  isPlayButton(target: EventTarget | null): boolean {
    return target instanceof Node && this.#play?.contains(target) === true;
  }

  #contentOf(stop: TourStop, { number, count, isPlaying }: CardPlace): HTMLElement[] {
    const { t, onStep, onClose } = this.#options;
    const { node } = stop;
    const { text, link, image } = node.props;
    const content: HTMLElement[] = [element('h2', {}, node.name)];
    if (image !== null) {
      content.push(this.#picture(image, node.description));
    }
    if (text !== '') {
      content.push(element('div', { className: 'written-text' }, ...renderMarkdown(text)));
    }
    // The document's schema requires web links already; external links are checked again.
    if (link !== null && isWebLink(link)) {
      const properties = { className: 'tour-link', href: link, target: '_blank', rel: 'noopener nofollow' };
      content.push(element('a', properties, new URL(link).host));
    }
    const steps = [
      button('‹', t('tour.previous'), () => onStep(-1)),
      ...this.#playButtons(stop, isPlaying),
      element('span', {}, t('tour.position', { number, count })),
      button('›', t('tour.next'), () => onStep(1)),
    ];
    const close = button('×', t('close'), onClose);
    close.classList.add('tour-close');
    return [close, ...content, element('nav', { className: 'tour-steps' }, ...steps)];
  }

  /** Play button of a tour; none in a scene where the tour cannot play. */
  #playButtons(stop: TourStop, isPlaying: boolean | null): HTMLButtonElement[] {
    const { t, onPlay } = this.#options;
    this.#play = isPlaying === null ? null : button('', t('tour.play'), () => onPlay(stop));
    this.showPlaying(isPlaying === true);
    return this.#play ? [this.#play] : [];
  }

  /** Shown once its address is known; a failed one is removed. */
  #picture(iri: string, alt: string): HTMLImageElement {
    const picture = element('img', { className: 'tour-picture', alt });
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
