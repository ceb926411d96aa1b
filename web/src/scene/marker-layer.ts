import type { AnnotationIcon } from '@diorama/shared/scene/nodes/annotation/icons.ts';
import type { Vector3 } from 'three';
import { clusterMarkers, type MarkerCluster, type SeenMarker } from './cluster-markers.ts';
import { glyph } from './glyph.ts';
import { LookBehind } from './look-behind.ts';
import { MARKER_ICONS } from './marker-icons.ts';
import './marker-layer.css';

/**
 * An annotation that is shown as a dot with its number or an icon; `position` is in the scene. `follow` moves it along with a surface that moves
 * by itself, and tells whether that is still so.
 */
export type Marker = {
  id: string;
  number: number;
  title: string;
  color: string;
  /** Shown in place of the number; '' or nothing for that. */
  icon?: AnnotationIcon | '';
  position: Vector3;
  follow?: ((position: Vector3) => boolean) | undefined;
};

/** What a layer of markers is made with. */
export type MarkerLayerOptions = {
  /** Filled with the layer, of the size of the viewport. */
  host: HTMLElement;
  /** Where a point is seen, in CSS pixels; `depth` is beyond ±1 for what cannot be seen. */
  project: (point: Vector3) => { x: number; y: number; depth: number };
  /** Whether something stands before a point. */
  isHidden: (point: Vector3) => boolean;
  onChoose: (id: string) => void;
  /** Not all is where it belongs yet: call `update` at the next frame. */
  onUnsettled: () => void;
  /** Names a dot for those who cannot see it. */
  label: (marker: Pick<Marker, 'number' | 'title'>, count: number) => string;
};

/** As wide as a dot, in CSS pixels; two that are nearer are shown as one. */
const DOT = 28;
/** No screen holds more that can be told apart; what comes later in the tour gives way. */
const MOST = 300;

/**
 * Numbered dots over a scene, always of the same size. Only what is on the screen has an element, however many there are.
 * The owner calls {@link update} whenever it draws.
 */
export class MarkerLayer {
  readonly #options: MarkerLayerOptions;
  readonly #layer = document.createElement('div');
  readonly #dots = new Map<string, HTMLButtonElement>();
  readonly #behind: LookBehind;
  /** What each dot says, as a page is laid out anew by writing the same once more. */
  readonly #said = new WeakMap<HTMLButtonElement, string>();
  #markers: ReadonlyMap<string, Marker> = new Map();
  #active: string | null = null;

  constructor(options: MarkerLayerOptions) {
    this.#options = options;
    this.#layer.className = 'marker-layer';
    options.host.append(this.#layer);
    this.#behind = new LookBehind({
      isHidden: (id) => this.#isHidden(id),
      onLooked: (id) => this.#grey(id),
    });
  }

  /** Shows other markers, in the order of the tour. */
  setMarkers(markers: readonly Marker[]): void {
    this.#markers = new Map(markers.map((marker) => [marker.id, marker]));
    this.recheck();
    this.#options.onUnsettled();
  }

  /** Points one out; null for none. */
  setActive(id: string | null): void {
    this.#active = id;
    this.#options.onUnsettled();
  }

  /** What stands before the markers may have changed. */
  recheck(): void {
    this.#behind.ask(this.#dots.keys());
  }

  /** Puts each dot where its place is seen now. */
  update(): void {
    const clusters = this.#cluster();
    const shown = new Set(clusters.map(({ id }) => id));
    for (const [id, dot] of this.#dots) {
      if (!shown.has(id)) {
        dot.remove();
        this.#dots.delete(id);
      }
    }
    for (const cluster of clusters) {
      this.#place(cluster);
    }
  }

  dispose(): void {
    this.#behind.dispose();
    this.#layer.remove();
  }

  #cluster(): MarkerCluster[] {
    const { clientWidth: width, clientHeight: height } = this.#layer;
    const seen: SeenMarker[] = [];
    let isMoving = false;
    // The one that is open is never taken into another one's cluster.
    const active = this.#markers.get(this.#active ?? '');
    const ordered = active ? [active, ...this.#markers.values()] : this.#markers.values();
    for (const marker of ordered) {
      if (marker === active && seen.length > 0) {
        continue;
      }
      isMoving = marker.follow?.(marker.position) || isMoving;
      const { x, y, depth } = this.#options.project(marker.position);
      if (Math.abs(depth) <= 1 && x > -DOT && y > -DOT && x < width + DOT && y < height + DOT) {
        seen.push({ id: marker.id, number: marker.number, x, y });
      }
    }
    if (isMoving) {
      this.#options.onUnsettled();
    }
    return clusterMarkers(seen, DOT).slice(0, MOST);
  }

  #place({ id, number, x, y, count }: MarkerCluster): void {
    const marker = this.#markers.get(id);
    if (!marker) {
      return;
    }
    const dot = this.#dots.get(id) ?? this.#make(id);
    const translate = `${Math.round(x - DOT / 2)}px ${Math.round(y - DOT / 2)}px`;
    if (dot.style.translate !== translate) {
      dot.style.translate = translate;
      this.#behind.ask([id]);
    }
    const said = [number, count, marker.title, marker.color, marker.icon].join('\n');
    if (this.#said.get(dot) !== said) {
      this.#said.set(dot, said);
      // Of several it is said how many, as their icons may differ.
      if (marker.icon && count === 1) {
        dot.replaceChildren(glyph(MARKER_ICONS[marker.icon], 'marker-glyph'));
      } else {
        dot.textContent = count === 1 ? String(number) : `${number}+`;
      }
      dot.ariaLabel = this.#options.label(marker, count);
      dot.title = marker.title;
      dot.style.setProperty('--marker-color', marker.color);
      dot.toggleAttribute('data-cluster', count > 1);
    }
    dot.toggleAttribute('data-active', id === this.#active);
    this.#grey(id);
  }

  /** Greys a dot that stands behind something, but for the one that is pointed out. */
  #grey(id: string): void {
    this.#dots.get(id)?.toggleAttribute('data-hidden', this.#behind.isHidden(id) && id !== this.#active);
  }

  #isHidden(id: string): boolean {
    const marker = this.#dots.has(id) ? this.#markers.get(id) : undefined;
    return marker !== undefined && this.#options.isHidden(marker.position);
  }

  #make(id: string): HTMLButtonElement {
    const dot = document.createElement('button');
    dot.type = 'button';
    dot.className = 'marker-dot';
    dot.addEventListener('click', () => this.#options.onChoose(id));
    this.#layer.append(dot);
    this.#dots.set(id, dot);
    return dot;
  }
}
