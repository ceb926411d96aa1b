import type { VisitorComment } from '@diorama/shared/contract/visitor-comments.ts';
import { commentMarker } from '../../comments/comment-marker.ts';
import { surfacePointsIn } from '../../scene/follow-surface.ts';
import { MarkerLayer } from '../../scene/marker-layer.ts';
import { occlusionOf } from '../../scene/occlusion.ts';
import type { SceneCanvas } from '../../scene/scene-canvas.ts';
import type { PageTranslate } from '../page-language.ts';
import { createPlaces } from './comment-place.ts';
import type { VisitorThread } from './threads-of.ts';

const COLOR = '#1d6ae7';

/** Anchor of a comment that is being written. */
export type Draft = Pick<VisitorComment, 'anchor'>;

/** Shows visitors' threads as numbered pins on their nodes, which they follow. */
export class CommentPins {
  readonly #layer: MarkerLayer;
  readonly #canvas: SceneCanvas;
  readonly #stops: (() => void)[];
  readonly #isSimplified: boolean;
  #threads: readonly VisitorThread[] = [];
  #draft: Draft | null = null;
  /** Whether positions of the pins' nodes may have changed. */
  #isStale = false;

  constructor({
    host,
    canvas,
    isSimplified,
    t,
    onChoose,
  }: {
    host: HTMLElement;
    canvas: SceneCanvas;
    /** Whether lighter files are shown than on other devices. */
    isSimplified: boolean;
    t: PageTranslate;
    /** Called with the uuid of the chosen thread's first comment. */
    onChoose: (uuid: string) => void;
  }) {
    this.#canvas = canvas;
    this.#isSimplified = isSimplified;
    this.#layer = new MarkerLayer({
      host,
      project: (point) => canvas.project(point),
      isHidden: occlusionOf(canvas),
      onChoose,
      onUnsettled: () => canvas.invalidate(),
      label: ({ number, title }, count) =>
        count === 1
          ? t('comments.pin', { number, title })
          : t('comments.pins', { number, title, count: count - 1 }),
    });
    // Nodes move in a live scene.
    const stopFollowing = canvas.view.follow(() => {
      this.#isStale = true;
    });
    this.#stops = [canvas.onDrawn(() => this.#update()), stopFollowing];
  }

  /** Sets the threads and the anchor of a new one. */
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

  /** Runs at most once per frame, after any number of changes. */
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
    const placer = surfacePointsIn(this.#canvas.view, this.#isSimplified);
    const markers = this.#threads.flatMap((thread) => {
      const position = placeOf(thread.first.anchor);
      return position ? [commentMarker(thread, { position, color: COLOR, placer })] : [];
    });
    const at = placeOf(this.#draft?.anchor ?? null);
    const number = this.#threads.length + 1;
    this.#layer.setMarkers([
      ...markers,
      ...(at ? [{ id: DRAFT, number, title: '', color: COLOR, position: at }] : []),
    ]);
  }
}

/** Id of the draft's pin, which is no uuid. */
const DRAFT = 'draft';
