import { FRAME_ASPECT } from '../../scene/framing.ts';
import { type ActionBar, createActionBar } from '../action-bar.ts';
import { element } from '../dom.ts';
import type { ShownScene } from '../open-scene.ts';
import type { PageTranslate } from '../page-language.ts';
import './presenter-view.css';
import type { PresenterState } from './read-presenter.ts';

/** Absence in milliseconds below which a presenter counts as temporarily disconnected. */
const SHORT_LOSS_MS = 30_000;

/** Whether a visitor follows the presenter or moves independently. */
export class FollowingState {
  #by: string | null = null;
  /** The presenter whom the visitor stopped following, and the time of the loss. */
  #left: { by: string; atMs: number } | null = null;
  #isFollowing = true;

  get isFollowing(): boolean {
    return this.#isFollowing;
  }

  /**
   * Sets the presenter, or null. A new presenter is followed in any case; after a short absence of the same one, the
   * visitor's choice stays.
   * @returns whether the presenter changed
   */
  lead(by: string | null, nowMs: number): boolean {
    if (by === this.#by) {
      return false;
    }
    if (this.#by !== null && !this.#isFollowing) {
      this.#left = { by: this.#by, atMs: nowMs };
    }
    const isBack = by !== null && this.#left?.by === by && nowMs - this.#left.atMs < SHORT_LOSS_MS;
    this.#by = by;
    this.#isFollowing = !isBack;
    return true;
  }

  /** @returns whether the visitor was following until now */
  lookAway(): boolean {
    const hasFollowed = this.#by !== null && this.#isFollowing;
    if (hasFollowed) {
      this.#isFollowing = false;
    }
    return hasFollowed;
  }

  comeBack(): void {
    this.#isFollowing = true;
    this.#left = null;
  }
}

/** Duration of a visitor's camera movement to the presenter's view, which arrives ten times a second, in seconds. */
const FOLLOW_SECONDS = 0.4;

/** Follows the presenter's view. A manual camera movement ends following until the visitor resumes it. */
export class PresenterView {
  readonly #scene: ShownScene;
  readonly #t: PageTranslate;
  readonly #cursor = element('span', { className: 'led-cursor' });
  readonly #stops: (() => void)[];
  #actionBar: ActionBar | null = null;
  #shown: PresenterState | null = null;
  readonly #attention = new FollowingState();
  #stop: string | null = null;

  constructor(scene: ShownScene, t: PageTranslate) {
    this.#scene = scene;
    this.#t = t;
    this.#cursor.hidden = true;
    scene.host.append(this.#cursor);
    const { canvas } = scene;
    this.#stops = [canvas.onDrawn(() => this.#placeCursor()), canvas.camera.onHand(() => this.#lookAround())];
  }

  /** Follows the presenter's state; null when there is no presenter. */
  show(shown: PresenterState | null): void {
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
    this.#actionBar?.element.remove();
    this.#cursor.remove();
  }

  #follow(): void {
    const { canvas, tour } = this.#scene;
    const { view, stop = null } = this.#shown ?? {};
    if (view) {
      canvas.camera.look({ ...view, aspect: FRAME_ASPECT }, FOLLOW_SECONDS);
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
    this.#actionBar?.element.remove();
    this.#actionBar = null;
    const by = this.#shown?.by;
    if (by === undefined) {
      return;
    }
    const t = this.#t;
    const { isFollowing } = this.#attention;
    const button = isFollowing
      ? { label: t('led.alone'), onClick: () => this.#lookAround() }
      : { label: t('led.back', { name: by }), onClick: () => this.#comeBack() };
    this.#actionBar = createActionBar([button]);
    this.#scene.host.append(this.#actionBar.element);
    this.#actionBar.say(t(isFollowing ? 'led.by' : 'led.away', { name: by }));
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
