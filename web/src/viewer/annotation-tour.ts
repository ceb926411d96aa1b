import { type TourStop, tourOf } from '@diorama/shared/scene/annotations.ts';
import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { heldSurface } from '@diorama/shared/scene/held-surface.ts';
import { isSameJson } from '@diorama/shared/scene/json.ts';
import { resolveScene } from '@diorama/shared/scene/resolve.ts';
import { PLAIN_SIGHT, type StopSight, sightAt } from '@diorama/shared/scene/stop-sight.ts';
import { Matrix4, Vector3 } from 'three';
import type { AssetSource } from '../scene/asset-loader.ts';
import { followerOf, spotsIn } from '../scene/follow-surface.ts';
import { isPhone } from '../scene/is-phone.ts';
import { type Marker, MarkerLayer } from '../scene/marker-layer.ts';
import { occlusionOf } from '../scene/occlusion.ts';
import { prefersStillness } from '../scene/prefers-stillness.ts';
import { FLIGHT_SECONDS, type SceneCanvas } from '../scene/scene-canvas.ts';
import type { Words } from './language.ts';
import { StopSwitch } from './stop-switch.ts';
import { TagFilter } from './tag-filter.ts';
import { TourCard } from './tour-card.ts';
import { TourLead } from './tour-lead.ts';
import { TourMeasures } from './tour-measures.ts';

/** What a tour is made with. */
export type AnnotationTourOptions = {
  /** Holds the canvas; the dots and the card come over it. */
  host: HTMLElement;
  canvas: SceneCanvas;
  document: SceneDocument;
  /** Where pictures of annotations are found. */
  assets: AssetSource;
  words: Words;
  /** An annotation was opened, from 0 on, or the open one closed; `isLed` where the visitor was led there. */
  onOpen?: (index: number | null, title: string, isLed: boolean) => void;
};

/** What a visitor does at which a tour leads them no further. */
const DOINGS = ['pointerdown', 'wheel', 'keydown'] as const;

/**
 * Shows the annotations of a scene to visitors: a dot each, and a card for the one that is open; and the measures that the
 * scene keeps, of which some belong to one of these. What is seen of the scene depends on which is open. What people wrote
 * never becomes markup. Without any React, as the embed has none.
 */
export class AnnotationTour {
  readonly #options: AnnotationTourOptions;
  #document: SceneDocument;
  #stops: readonly TourStop[] = [];
  /** Those that the visitor has chosen. */
  #chosen: readonly TourStop[] = [];
  #places: ReadonlyMap<string, Vector3> = new Map();
  readonly #layer: MarkerLayer;
  readonly #card: TourCard;
  readonly #measures: TourMeasures;
  readonly #abort = new AbortController();
  readonly #stopFollowing: () => void;
  readonly #lead: TourLead;
  readonly #filter: TagFilter;
  readonly #switch = new StopSwitch(() => this.#showSight());
  #sight = PLAIN_SIGHT;
  #at: number | null = null;

  constructor(options: AnnotationTourOptions) {
    const { host, canvas, document: shown, words } = options;
    this.#options = options;
    this.#document = shown;
    this.#layer = new MarkerLayer({
      host,
      project: (point) => canvas.project(point),
      isHidden: occlusionOf(canvas),
      onChoose: (id) => this.open(indexIn(this.#stops, id)),
      onUnsettled: () => canvas.invalidate(),
      label: ({ number, title }, count) =>
        count === 1
          ? words('tour.dot', { number, title })
          : words('tour.dots', { number, title, count: count - 1 }),
    });
    this.#card = new TourCard({
      ...{ words, assets: options.assets },
      onStep: (by) => this.#step(by),
      onClose: () => this.close(),
      onPlay: (stop) => (this.#lead.isOn ? this.#lead.stop() : this.#leadFrom(stop)),
    });
    host.append(this.#card.element);
    this.#measures = new TourMeasures(host, canvas);
    this.#stopFollowing = canvas.onDrawn(() => this.#layer.update());
    this.#filter = new TagFilter({ label: words('tour.tags'), all: words('tour.allTags') }, () => {
      this.#choose();
      this.#redraw();
    });
    host.append(this.#filter.element);
    this.#lead = new TourLead({
      open: (at) => this.#open(indexIn(this.#stops, this.#chosen[at]?.id), true),
      count: () => this.#chosen.length,
      flightTo: (at) => secondsTo(this.#chosen[at]),
      secondsAt: (at) => this.#chosen[at]?.node.props.seconds || this.#document.tour.seconds,
      isLooped: () => this.#document.tour.loop,
      onChange: () => this.#card.showPlaying(this.#lead.isOn),
    });
    this.setDocument(shown);
    const first = { signal: this.#abort.signal, capture: true };
    for (const doing of DOINGS) {
      document.addEventListener(doing, this.#handleDoing, first);
    }
    document.addEventListener('keydown', this.#handleKey, first);
  }

  /** Meets a visitor who has just come, as the scene says; whoever wants nothing to move is led nowhere. */
  begin(): void {
    const { start } = this.#document.tour;
    if (this.#stops.length === 0 || start === 'free' || this.#at !== null) {
      return;
    }
    if (start === 'auto' && !prefersStillness()) {
      this.#lead.start(0);
    } else {
      this.#open(0, true);
    }
  }

  /** Leads nobody any further. */
  rest(): void {
    this.#lead.stop();
  }

  /** How many annotations there are to go through. */
  get length(): number {
    return this.#stops.length;
  }

  /** Shows the annotations of another state of the scene; the open one stays open, if it is still there. */
  setDocument(shown: SceneDocument): void {
    const { length } = this.#chosen;
    const open = this.#at === null ? undefined : this.#stops[this.#at];
    this.#document = shown;
    const resolved = resolveScene(shown);
    this.#stops = tourOf(shown)
      .filter(({ id }) => resolved.get(id)?.visible === true)
      .map((stop, i) => ({ ...stop, number: i + 1 }));
    this.#places = new Map(
      this.#stops.map(({ id }) => [
        id,
        new Vector3().setFromMatrixPosition(resolved.get(id)?.world ?? new Matrix4()),
      ]),
    );
    this.#choose();
    this.#measures.setDocument(shown, resolved);
    this.#showSight();
    const at = indexIn(this.#stops, open?.id);
    const isSame = at === this.#at && this.#stops[at]?.node === open?.node && this.#chosen.length === length;
    if (at >= 0 && isSame) {
      // Whoever reads it, or is on one of its buttons, is not disturbed by edits elsewhere.
      return;
    }
    if (at >= 0) {
      this.#showCard(at);
    } else {
      this.close();
    }
  }

  dispose(): void {
    this.#lead.stop();
    this.#switch.dispose();
    this.#see(PLAIN_SIGHT);
    this.#filter.element.remove();
    this.#abort.abort();
    this.#stopFollowing();
    this.#layer.dispose();
    this.#measures.dispose();
    this.#card.element.remove();
  }

  /** Shows the markers of those that the visitor has chosen. */
  #choose(): void {
    this.#chosen = this.#filter.among(this.#stops);
    this.#layer.setMarkers(this.#markers());
  }

  /** The open card says how many there are to go through; one that was not chosen is closed. */
  #redraw(): void {
    const open = this.#at === null ? undefined : this.#stops[this.#at];
    if (open && this.#at !== null && this.#chosen.includes(open)) {
      this.#showCard(this.#at);
    } else {
      this.close();
    }
  }

  #showSight(): void {
    const { stop } = this.#switch;
    const sight = sightAt(this.#document, stop);
    this.#measures.setSight(sight);
    this.#see(stop === null ? PLAIN_SIGHT : sight);
  }

  #see(sight: StopSight): void {
    if (
      isSameJson([...sight.hidden, '', ...sight.shown], [...this.#sight.hidden, '', ...this.#sight.shown])
    ) {
      return;
    }
    this.#sight = sight;
    this.#options.canvas.view.setSight(sight);
    this.#layer.recheck();
    this.#options.canvas.invalidate();
  }

  #markers(): Marker[] {
    // As `SceneAssets` chooses files.
    const spots = spotsIn(this.#options.canvas.view, isPhone());
    return this.#chosen.map(({ id, number, node }) => ({
      id,
      number,
      title: node.name,
      color: node.props.color,
      icon: node.props.icon,
      position: this.#places.get(id) ?? new Vector3(),
      follow: followerOf(heldSurface(node.props), spots),
    }));
  }

  /** Flies to an annotation and opens its card; before the first comes the last. */
  open(index: number): void {
    this.#lead.stop();
    this.#open(index, false);
  }

  #open(index: number, isLed: boolean): void {
    const { length } = this.#stops;
    const at = (index + length) % length;
    const stop = this.#stops[at];
    if (!stop) {
      return;
    }
    if (!this.#chosen.includes(stop)) {
      this.#filter.choose(null);
      this.#choose();
    }
    const view = { ...this.#viewOf(stop), fov: this.#document.camera.fov };
    const seconds = secondsTo(stop);
    this.#options.canvas.look(view, seconds);
    this.#switch.go(stop.id, seconds);
    this.#showCard(at);
    this.#options.onOpen?.(at, stop.node.name, isLed);
  }

  /** Opens the card of an annotation that a visitor is led to, and leaves the view as it is; closes the open one where there is none. */
  show(id: string | null): void {
    this.#lead.stop();
    const at = indexIn(this.#stops, id);
    const stop = this.#stops[at];
    if (stop) {
      this.#switch.go(stop.id, 0);
      this.#showCard(at);
      this.#options.onOpen?.(at, stop.node.name, true);
    } else {
      this.close();
    }
  }

  #showCard(at: number): void {
    const stop = this.#stops[at];
    if (stop) {
      this.#at = at;
      this.#layer.setActive(stop.id);
      const among = this.#among(stop);
      const isPlaying = this.#document.tour.start === 'auto' ? this.#lead.isOn : null;
      this.#card.show(stop, { number: among.indexOf(stop) + 1, count: among.length, isPlaying });
    }
  }

  close(): void {
    this.#lead.stop();
    if (this.#at !== null) {
      this.#options.onOpen?.(null, '', false);
    }
    this.#at = null;
    this.#layer.setActive(null);
    this.#switch.go(null, 0);
    this.#card.hide();
  }

  /** Its own view, else the present one turned to it. */
  #viewOf({ id, node }: TourStop): { position: Vector3; target: Vector3 } {
    const { camera } = node.props;
    if (camera) {
      return { position: new Vector3(...camera.position), target: new Vector3(...camera.target) };
    }
    const { position, target } = this.#options.canvas.rig.view;
    const place = this.#places.get(id) ?? target;
    return { position: position.clone().sub(target).add(place), target: place.clone() };
  }

  /** What is gone through from an annotation: those that the visitor has chosen, or all where it is none of them. */
  #among(stop: TourStop): readonly TourStop[] {
    return this.#chosen.includes(stop) ? this.#chosen : this.#stops;
  }

  /** Opens the one that comes so many after the open one. */
  #step(by: number): void {
    const stop = this.#at === null ? undefined : this.#stops[this.#at];
    if (stop) {
      const among = this.#among(stop);
      const next = among[(among.indexOf(stop) + by + among.length) % among.length];
      this.open(indexIn(this.#stops, next?.id));
    }
  }

  /** The scene may have been edited since its card was written. */
  #leadFrom({ id }: TourStop): void {
    this.#lead.start(Math.max(0, indexIn(this.#chosen, id)));
  }

  /** Whatever visitors do, they are led no further; the button for that does it by itself. */
  readonly #handleDoing = ({ target }: Event): void => {
    if (!this.#card.isPlayButton(target)) {
      this.#lead.stop();
    }
  };

  /** While a card is open the arrows go through the tour and Escape back to looking around. */
  readonly #handleKey = (event: KeyboardEvent): void => {
    const isElsewhere =
      event.target instanceof Element && event.target.closest('input, textarea, dialog') !== null;
    if (
      this.#at === null ||
      isElsewhere ||
      event.altKey ||
      event.ctrlKey ||
      event.metaKey ||
      event.shiftKey
    ) {
      return;
    }
    const actions = new Map([
      ['ArrowLeft', () => this.#step(-1)],
      ['ArrowRight', () => this.#step(1)],
      ['Escape', () => this.close()],
    ]);
    const action = actions.get(event.key);
    if (action) {
      event.preventDefault();
      event.stopPropagation();
      action();
    }
  };
}

function indexIn(stops: readonly TourStop[], id: string | null | undefined): number {
  return stops.findIndex((stop) => stop.id === id);
}

/** How long the way to an annotation takes; who wants nothing to move is there at once. */
function secondsTo(stop: TourStop | undefined): number {
  return prefersStillness() ? 0 : stop?.node.props.flight || FLIGHT_SECONDS;
}
