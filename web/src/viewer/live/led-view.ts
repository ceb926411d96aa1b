import { element } from '../dom.ts';
import type { PageWords } from '../page-language.ts';
import { createPills, type Pills } from '../pills.ts';
import type { ShownScene } from '../use-scene-canvas.ts';
import './led-view.css';
import { Attention } from './attention.ts';
import type { Shown } from './read-shown.ts';

/** Duration of a visitor's camera movement to the presenter's view, which arrives ten times a second, in seconds. */
const FOLLOW_SECONDS = 0.4;

/** Follows the presenter's view. A manual camera movement ends following until the visitor resumes it. */
export class LedView {
  readonly #scene: ShownScene;
  readonly #words: PageWords;
  readonly #cursor = element('span', { className: 'led-cursor' });
  readonly #stops: (() => void)[];
  #pills: Pills | null = null;
  #shown: Shown | null = null;
  readonly #attention = new Attention();
  #stop: string | null = null;

  constructor(scene: ShownScene, words: PageWords) {
    this.#scene = scene;
    this.#words = words;
    this.#cursor.hidden = true;
    scene.host.append(this.#cursor);
    const { canvas } = scene;
    this.#stops = [canvas.onDrawn(() => this.#placeCursor()), canvas.onHand(() => this.#lookAround())];
  }

  /** Follows the presenter's state; null when there is no presenter. */
  show(shown: Shown | null): void {
    this.#shown = shown;
    if (this.#attention.lead(shown?.by ?? null, performance.now())) {
      this.#stop = null;
      this.#showPills();
    }
    if (this.#attention.isFollowing) {
      this.#follow();
    }
    this.#scene.canvas.invalidate();
  }

  dispose(): void {
    for (const stop of this.#stops) {
      stop();
    }
    this.#pills?.element.remove();
    this.#cursor.remove();
  }

  #follow(): void {
    const { canvas, tour } = this.#scene;
    const { view, stop = null } = this.#shown ?? {};
    if (view) {
      canvas.look(view, FOLLOW_SECONDS);
    }
    if (stop !== this.#stop) {
      this.#stop = stop;
      // A failed annotation leaves the view as the presenter set it.
      void tour.show(stop);
    }
  }

  #lookAround(): void {
    if (this.#attention.lookAway()) {
      this.#showPills();
    }
  }

  #comeBack(): void {
    this.#attention.comeBack();
    this.#stop = null;
    this.#showPills();
    this.#follow();
  }

  #showPills(): void {
    this.#pills?.element.remove();
    this.#pills = null;
    const by = this.#shown?.by;
    if (by === undefined) {
      return;
    }
    const words = this.#words;
    const { isFollowing } = this.#attention;
    const button = isFollowing
      ? { label: words('led.alone'), onClick: () => this.#lookAround() }
      : { label: words('led.back', { name: by }), onClick: () => this.#comeBack() };
    this.#pills = createPills([button]);
    this.#scene.host.append(this.#pills.element);
    this.#pills.say(words(isFollowing ? 'led.by' : 'led.away', { name: by }));
  }

  #placeCursor(): void {
    const { canvas } = this.#scene;
    const place = this.#shown?.cursor ? canvas.project(this.#shown.cursor) : null;
    const isSeen = place !== null && Math.abs(place.depth) <= 1;
    this.#cursor.hidden = !isSeen;
    if (isSeen) {
      this.#cursor.style.translate = `${place.x}px ${place.y}px`;
    }
  }
}
