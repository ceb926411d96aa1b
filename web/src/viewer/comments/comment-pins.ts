import type { VisitorComment } from '@diorama/shared/contract/visitor-comments.ts';
import { followerOf, spotsIn } from '../../scene/follow-surface.ts';
import { type Marker, MarkerLayer } from '../../scene/marker-layer.ts';
import { occlusionOf } from '../../scene/occlusion.ts';
import type { SceneCanvas } from '../../scene/scene-canvas.ts';
import type { PageWords } from '../page-language.ts';
import { createPlaces } from './comment-place.ts';
import type { VisitorThread } from './threads-of.ts';

/** How many letters of a comment name its pin. */
const TITLE = 80;
const COLOR = '#1d6ae7';

/** Where a comment that is being written will hang. */
export type Draft = Pick<VisitorComment, 'anchor'>;

/** Shows the threads of visitors as numbered pins on the things that they are about; they follow these. */
export class CommentPins {
  readonly #layer: MarkerLayer;
  readonly #canvas: SceneCanvas;
  readonly #stops: (() => void)[];
  readonly #isLight: boolean;
  #threads: readonly VisitorThread[] = [];
  #draft: Draft | null = null;
  /** What the pins hang on may stand elsewhere. */
  #isStale = false;

  constructor({
    host,
    canvas,
    isLight,
    words,
    onChoose,
  }: {
    host: HTMLElement;
    canvas: SceneCanvas;
    /** Lighter files are shown than others see. */
    isLight: boolean;
    words: PageWords;
    /** A thread was chosen, by the uuid of its first comment. */
    onChoose: (uuid: string) => void;
  }) {
    this.#canvas = canvas;
    this.#isLight = isLight;
    this.#layer = new MarkerLayer({
      host,
      project: (point) => canvas.project(point),
      isHidden: occlusionOf(canvas),
      onChoose,
      onUnsettled: () => canvas.invalidate(),
      label: ({ number, title }, count) =>
        count === 1
          ? words('comments.pin', { number, title })
          : words('comments.pins', { number, title, count: count - 1 }),
    });
    // Things move where the scene is shown live.
    const stopFollowing = canvas.view.follow(() => {
      this.#isStale = true;
    });
    this.#stops = [canvas.onDrawn(() => this.#update()), stopFollowing];
  }

  /** Shows other threads, and where the next one is begun. */
  show(threads: readonly VisitorThread[], draft: Draft | null, open: string | null): void {
    this.#threads = threads;
    this.#draft = draft;
    this.#place();
    this.#layer.setActive(draft ? DRAFT : open);
  }

  dispose(): void {
    for (const stop of this.#stops) {
      stop();
    }
    this.#layer.dispose();
  }

  /** Once a frame at most, however much has moved. */
  #update(): void {
    if (this.#isStale) {
      this.#isStale = false;
      this.#place();
    }
    this.#layer.update();
  }

  #place(): void {
    const { document } = this.#canvas.view;
    if (!document) {
      return;
    }
    const placeOf = createPlaces(document);
    const markers = this.#threads.flatMap(({ number, first }): Marker[] => {
      const position = placeOf(first.anchor);
      const title = first.text.slice(0, TITLE);
      const follow = followerOf(first.anchor?.surface ?? null, spotsIn(this.#canvas.view, this.#isLight));
      return position ? [{ id: first.uuid, number, title, color: COLOR, position, follow }] : [];
    });
    const at = placeOf(this.#draft?.anchor ?? null);
    const number = this.#threads.length + 1;
    this.#layer.setMarkers([
      ...markers,
      ...(at ? [{ id: DRAFT, number, title: '', color: COLOR, position: at }] : []),
    ]);
  }
}

/** No uuid. */
const DRAFT = 'draft';
