import { anchoredSurface } from '@diorama/shared/scene/anchored-surface.ts';
import { type TourStop, tourOf } from '@diorama/shared/scene/annotations.ts';
import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { isSameJson } from '@diorama/shared/scene/json.ts';
import { NO_OVERRIDES, resolveScene, type VisibilityOverrides } from '@diorama/shared/scene/resolve.ts';
import { visibilityOverridesAt } from '@diorama/shared/scene/visibility-overrides.ts';
import { Matrix4, Vector3 } from 'three';
import type { AssetSource } from '../scene/asset-loader.ts';
import { FLIGHT_SECONDS } from '../scene/document-camera.ts';
import { followerOf, surfacePointsIn } from '../scene/follow-surface.ts';
import { isPhone } from '../scene/is-phone.ts';
import { type Marker, MarkerLayer } from '../scene/marker-layer.ts';
import { occlusionOf } from '../scene/occlusion.ts';
import { prefersReducedMotion } from '../scene/prefers-reduced-motion.ts';
import type { SceneCanvas } from '../scene/scene-canvas.ts';
import type { ViewerTranslate } from './language.ts';
import { StopVisibility } from './stop-visibility.ts';
import { TagFilter } from './tag-filter.ts';
import { TourCard } from './tour-card.ts';
import { TourMeasures } from './tour-measures.ts';
import { TourSteps } from './tour-steps.ts';

/** Dependencies of a tour. */
export type AnnotationTourOptions = {
  /** Parent of the canvas, of the dots and of the card. */
  host: HTMLElement;
  canvas: SceneCanvas;
  document: SceneDocument;
  /** Source of annotation pictures. */
  assets: AssetSource;
  t: ViewerTranslate;
  /** Called if code cannot be fetched; the scene is then shown without annotations, or without measurements. */
  onLost: () => void;
  /**
   * Called when an annotation is opened (index from 0) or closed (null); `isLed` if the tour or a presenter opened it.
   */
  onOpen?: (index: number | null, title: string, isLed: boolean) => void;
  /** Called with the id of an annotation once the camera has arrived at it. */
  onArrive?: (id: string) => void;
};

/** Input events of a visitor that stop a playing tour. */
const DOINGS = ['pointerdown', 'wheel', 'keydown'] as const;

/**
 * Shows visitors a scene's annotations: a dot each, and a card for the open one, with the measurements stored in the
 * scene. The visibility of nodes and measurements depends on the open annotation. User-written text never becomes
 * markup. Plain DOM, as the embed has no React.
 */
export class AnnotationTour {
  readonly #options: AnnotationTourOptions;
  #document: SceneDocument;
  #stops: readonly TourStop[] = [];
  /** Stops that match the visitor's tag filter. */
  #chosen: readonly TourStop[] = [];
  #places: ReadonlyMap<string, Vector3> = new Map();
  readonly #layer: MarkerLayer;
  readonly #card: TourCard;
  readonly #measures: TourMeasures;
  readonly #abort = new AbortController();
  readonly #stopFollowing: () => void;
  readonly #lead: TourSteps;
  readonly #filter: TagFilter;
  readonly #switch = new StopVisibility(() => this.#applyOverrides());
  #arrival: ReturnType<typeof setTimeout> | undefined;
  #overrides = NO_OVERRIDES;
  #at: number | null = null;

  constructor(options: AnnotationTourOptions) {
    const { host, canvas, document: shown, t, onLost } = options;
    this.#options = options;
    this.#document = shown;
    this.#layer = new MarkerLayer({
      host,
      project: (point) => canvas.project(point),
      isHidden: occlusionOf(canvas),
      onChoose: (id) => this.open(indexIn(this.#stops, id)),
      onUnsettled: () => canvas.invalidate(),
      label: ({ number, title }, count) =>
        count === 1 ? t('tour.dot', { number, title }) : t('tour.dots', { number, title, count: count - 1 }),
    });
    this.#card = new TourCard({
      ...{ t, assets: options.assets },
      onStep: (by) => this.#step(by),
      onClose: () => this.close(),
      onPlay: (stop) => (this.#lead.isOn ? this.#lead.stop() : this.#leadFrom(stop)),
    });
    host.append(this.#card.element);
    this.#measures = new TourMeasures(host, canvas, onLost);
    this.#stopFollowing = canvas.onDrawn(() => this.#layer.update());
    this.#filter = new TagFilter({ label: t('tour.tags'), all: t('tour.allTags') }, () => {
      this.#choose();
      this.#redraw();
    });
    host.append(this.#filter.element);
    this.#lead = new TourSteps({
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

  /** Starts the tour as the scene defines, except with reduced motion. */
  begin(): void {
    const { start } = this.#document.tour;
    if (this.#stops.length === 0 || start === 'free' || this.#at !== null) {
      return;
    }
    if (start === 'auto' && !prefersReducedMotion()) {
      this.#lead.start(0);
    } else {
      this.#open(0, true);
    }
  }

  /** Stops a playing tour. */
  rest(): void {
    this.#lead.stop();
  }

  /** Number of annotations. */
  get length(): number {
    return this.#stops.length;
  }

  /** Shows the annotations of another version of the scene; the open one stays open if it still exists. */
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
    this.#applyOverrides();
    const at = indexIn(this.#stops, open?.id);
    const isSame = at === this.#at && this.#stops[at]?.node === open?.node && this.#chosen.length === length;
    if (at >= 0 && isSame) {
      // The card does not re-render, which would disturb a reader or the focus on its buttons.
      return;
    }
    if (at >= 0) {
      this.#showCard(at);
    } else {
      this.close();
    }
  }

  dispose(): void {
    clearTimeout(this.#arrival);
    this.#lead.stop();
    this.#switch.dispose();
    this.#see(NO_OVERRIDES);
    this.#filter.element.remove();
    this.#abort.abort();
    this.#stopFollowing();
    this.#layer.dispose();
    this.#measures.dispose();
    this.#card.element.remove();
  }

  /** Shows the markers of the filtered annotations. */
  #choose(): void {
    this.#chosen = this.#filter.apply(this.#stops);
    this.#layer.setMarkers(this.#markers());
  }

  /** Updates the count on the open card; a card outside the filter is closed. */
  #redraw(): void {
    const open = this.#at === null ? undefined : this.#stops[this.#at];
    if (open && this.#at !== null && this.#chosen.includes(open)) {
      this.#showCard(this.#at);
    } else {
      this.close();
    }
  }

  #applyOverrides(): void {
    const { stop } = this.#switch;
    const overrides = visibilityOverridesAt(this.#document, stop);
    this.#measures.setVisibilityOverrides(overrides);
    this.#see(stop === null ? NO_OVERRIDES : overrides);
  }

  #see(overrides: VisibilityOverrides): void {
    if (
      isSameJson(
        [...overrides.hidden, '', ...overrides.shown],
        [...this.#overrides.hidden, '', ...this.#overrides.shown],
      )
    ) {
      return;
    }
    this.#overrides = overrides;
    this.#options.canvas.view.setVisibilityOverrides(overrides);
    this.#layer.recheck();
    this.#options.canvas.invalidate();
  }

  #markers(): Marker[] {
    // The same condition as in `SceneAssets`.
    const spots = surfacePointsIn(this.#options.canvas.view, isPhone());
    return this.#chosen.map(({ id, number, node }) => ({
      id,
      number,
      title: node.name,
      color: node.props.color,
      icon: node.props.icon,
      position: this.#places.get(id) ?? new Vector3(),
      follow: followerOf(anchoredSurface(node.props), spots),
    }));
  }

  /** Flies to an annotation and opens its card; the index wraps around. */
  open(index: number): void {
    this.#lead.stop();
    this.#open(index, false);
  }

  /** Opens the annotation with an id, if it is shown. */
  openStop(id: string): void {
    const at = indexIn(this.#stops, id);
    if (at >= 0) {
      this.open(at);
    }
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
    this.#options.canvas.camera.look(view, seconds);
    this.#switch.go(stop.id, seconds);
    this.#showCard(at);
    this.#options.onOpen?.(at, stop.node.name, isLed);
    this.#arrive(stop.id, seconds);
  }

  /** Reports the end of a flight, unless another annotation is opened or this one is closed before. */
  #arrive(id: string, seconds: number): void {
    clearTimeout(this.#arrival);
    this.#arrival = setTimeout(() => this.#options.onArrive?.(id), seconds * 1_000);
  }

  /** Opens the card of a presenter's annotation without moving the camera; null closes the open one. */
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
      const steps = this.#stepsWith(stop);
      const isPlaying = this.#document.tour.start === 'auto' ? this.#lead.isOn : null;
      this.#card.show(stop, { number: steps.indexOf(stop) + 1, count: steps.length, isPlaying });
    }
  }

  close(): void {
    clearTimeout(this.#arrival);
    this.#lead.stop();
    if (this.#at !== null) {
      this.#options.onOpen?.(null, '', false);
    }
    this.#at = null;
    this.#layer.setActive(null);
    this.#switch.go(null, 0);
    this.#card.hide();
  }

  /** Its stored view, else the current one turned to it. */
  #viewOf({ id, node }: TourStop): { position: Vector3; target: Vector3 } {
    const { camera } = node.props;
    if (camera) {
      return { position: new Vector3(...camera.position), target: new Vector3(...camera.target) };
    }
    const { position, target } = this.#options.canvas.rig.view;
    const place = this.#places.get(id) ?? target;
    return { position: position.clone().sub(target).add(place), target: place.clone() };
  }

  /** Annotations to step through: the filtered ones, or all if the given one is not among them. */
  #stepsWith(stop: TourStop): readonly TourStop[] {
    return this.#chosen.includes(stop) ? this.#chosen : this.#stops;
  }

  /** Opens the annotation `by` steps after the open one. */
  #step(by: number): void {
    const stop = this.#at === null ? undefined : this.#stops[this.#at];
    if (stop) {
      const steps = this.#stepsWith(stop);
      const next = steps[(steps.indexOf(stop) + by + steps.length) % steps.length];
      this.open(indexIn(this.#stops, next?.id));
    }
  }

  /** The scene may have changed since the card was created. */
  #leadFrom({ id }: TourStop): void {
    this.#lead.start(Math.max(0, indexIn(this.#chosen, id)));
  }

  /** Any input of a visitor stops the tour; the play button toggles it itself. */
  readonly #handleDoing = ({ target }: Event): void => {
    if (!this.#card.isPlayButton(target)) {
      this.#lead.stop();
    }
  };

  /** While a card is open, the arrows step through the tour and Escape closes it. */
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

/** Duration of a flight to an annotation; 0 with reduced motion. */
function secondsTo(stop: TourStop | undefined): number {
  return prefersReducedMotion() ? 0 : stop?.node.props.flight || FLIGHT_SECONDS;
}
