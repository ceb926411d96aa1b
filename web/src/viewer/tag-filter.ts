import type { TourStop } from '@diorama/shared/scene/annotations.ts';
import { element } from './dom.ts';
import './tag-filter.css';

/** Limit of offered tags. */
const MAX_TAGS = 50;

/** Filters annotations by a tag; hidden if none has a tag. */
export class TagFilter {
  readonly element = element('div', { className: 'tag-filter' });
  readonly #all: string;
  readonly #onChange: () => void;
  #tags: readonly string[] = [];
  #chosen: string | null = null;

  /** @param words - label of the filter, and its option for all */
  constructor(words: { label: string; all: string }, onChange: () => void) {
    this.#all = words.all;
    this.#onChange = onChange;
    this.element.role = 'group';
    this.element.ariaLabel = words.label;
    this.element.hidden = true;
  }

  /** Annotations with the chosen tag, or all; a tag that no longer exists is reset. */
  apply(stops: readonly TourStop[]): readonly TourStop[] {
    const tags = [...new Set(stops.flatMap(({ node }) => node.props.tags))].slice(0, MAX_TAGS);
    if (tags.join('\n') !== this.#tags.join('\n')) {
      this.#tags = tags;
      this.#chosen = tags.includes(this.#chosen ?? '') ? this.#chosen : null;
      this.#draw();
    }
    const chosen = this.#chosen;
    return chosen === null ? stops : stops.filter(({ node }) => node.props.tags.includes(chosen));
  }

  /** Sets the tag without a callback, null for all. */
  choose(tag: string | null): void {
    this.#chosen = tag;
    this.#draw();
  }

  #draw(): void {
    this.element.hidden = this.#tags.length === 0;
    const focused = [...this.element.children].indexOf(document.activeElement as Element);
    this.element.replaceChildren(
      ...[null, ...this.#tags].map((tag) => {
        const chip = element('button', { className: 'tag-chip' }, tag ?? this.#all);
        chip.type = 'button';
        chip.ariaPressed = String(tag === this.#chosen);
        chip.addEventListener('click', () => {
          this.choose(tag);
          this.#onChange();
        });
        return chip;
      }),
    );
    const again = this.element.children[focused];
    if (again instanceof HTMLElement) {
      again.focus();
    }
  }
}
