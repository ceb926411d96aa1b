import type { AnnotationIcon } from '@diorama/shared/scene/nodes/annotation/icons.ts';
import type { Vector3 } from 'three';
import { glyph } from './glyph.ts';
import { MARKER_ICONS } from './marker-icons.ts';
import './marker-layer.css';

const NONE: readonly MarkerCluster[] = [];

/** Exceeds the cells in a row of any screen, so that a cell's number encodes its column and row. */
const ROW = 1 << 20;

/** Occlusion tests per frame: each casts a ray through the scene. */
const LOOKS_A_FRAME = 6;

type OcclusionQueueOptions = {
  /** Whether an object occludes the item with this id. */
  isHidden: (id: string) => boolean;
  /** Called after each test. */
  onLooked: (id: string) => void;
};

/**
 * Tests items for occlusion, a few per frame and in separate frames: the positions of all others stay valid meanwhile.
 */
export class OcclusionQueue {
  readonly #options: OcclusionQueueOptions;
  readonly #waiting = new Set<string>();
  readonly #hidden = new Set<string>();
  #request = 0;

  constructor(options: OcclusionQueueOptions) {
    this.#options = options;
  }

  /** Result of the last test. */
  isHidden(id: string): boolean {
    return this.#hidden.has(id);
  }

  /** Queues items for a new test, after those already queued. */
  ask(ids: Iterable<string>): void {
    for (const id of ids) {
      this.#waiting.add(id);
    }
    if (this.#waiting.size > 0) {
      this.#request ||= requestAnimationFrame(() => this.#look());
    }
  }

  dispose(): void {
    cancelAnimationFrame(this.#request);
  }

  #look(): void {
    this.#request = 0;
    for (const id of [...this.#waiting].slice(0, LOOKS_A_FRAME)) {
      this.#waiting.delete(id);
      if (this.#options.isHidden(id)) {
        this.#hidden.add(id);
      } else {
        this.#hidden.delete(id);
      }
      this.#options.onLooked(id);
    }
    this.ask([]);
  }
}

/**
 * An annotation shown as a dot with its number or an icon; `position` is in world space. `follow` updates it from an
 * animated surface and returns whether the surface may still move.
 */
export type Marker = {
  id: string;
  number: number;
  title: string;
  color: string;
  /** Icon in place of the number; '' or undefined for none. */
  icon?: AnnotationIcon | '';
  position: Vector3;
  follow?: ((position: Vector3) => boolean) | undefined;
};

/** Dependencies of a marker layer. */
export type MarkerLayerOptions = {
  /** Parent element in the size of the viewport. */
  host: HTMLElement;
  /** Projects a point to CSS pixels; `depth` is beyond ±1 outside the clipping planes. */
  project: (point: Vector3) => { x: number; y: number; depth: number };
  /** Whether an object occludes a point. */
  isHidden: (point: Vector3) => boolean;
  onChoose: (id: string) => void;
  /** Called when some positions are not final: call `update` at the next frame. */
  onUnsettled: () => void;
  /** Accessible name of a dot. */
  label: (marker: Pick<Marker, 'number' | 'title'>, count: number) => string;
};

/** Diameter of a dot, in CSS pixels; closer ones are clustered. */
const DOT = 28;
/** Limit of dots on the screen; later ones of the tour are dropped. */
const MAX = 300;

/**
 * Numbered dots over a scene, of constant size. Only dots on the screen have an element. The owner calls {@link update}
 * whenever it renders.
 */
export class MarkerLayer {
  readonly #options: MarkerLayerOptions;
  readonly #layer = document.createElement('div');
  readonly #dots = new Map<string, HTMLButtonElement>();
  readonly #behind: OcclusionQueue;
  /** Text of each dot, as rewriting the same text would cause a layout of the page. */
  readonly #shown = new WeakMap<HTMLButtonElement, string>();
  #markers: ReadonlyMap<string, Marker> = new Map();
  #active: string | null = null;

  constructor(options: MarkerLayerOptions) {
    this.#options = options;
    this.#layer.className = 'marker-layer';
    options.host.append(this.#layer);
    this.#behind = new OcclusionQueue({
      isHidden: (id) => this.#isHidden(id),
      onLooked: (id) => this.#grey(id),
    });
  }

  /** Sets the markers, in the order of the tour. */
  setMarkers(markers: readonly Marker[]): void {
    this.#markers = new Map(markers.map((marker) => [marker.id, marker]));
    this.recheck();
    this.#options.onUnsettled();
  }

  /** Highlights one; null for none. */
  setActive(id: string | null): void {
    this.#active = id;
    this.#options.onUnsettled();
  }

  /** Requests new occlusion tests. */
  recheck(): void {
    this.#behind.ask(this.#dots.keys());
  }

  /** Moves each dot to its current screen position. */
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
    const seen: ProjectedMarker[] = [];
    let isMoving = false;
    // The open one never joins another one's cluster.
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
    return clusterMarkers(seen, DOT).slice(0, MAX);
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
    const content = [number, count, marker.title, marker.color, marker.icon].join('\n');
    if (this.#shown.get(dot) !== content) {
      this.#shown.set(dot, content);
      // A cluster shows its count, as its icons may differ.
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

  /** Greys an occluded dot, except the highlighted one. */
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

/** A marker's screen position, in CSS pixels. */
type ProjectedMarker = { id: string; number: number; x: number; y: number };

/** Markers that are too close to be distinguished, shown at the position of the first. */
type MarkerCluster = ProjectedMarker & { count: number };

/**
 * Clusters markers closer than `distance` pixels; the first of each cluster, in the given order, keeps its place.
 * Linear in the number of markers.
 */
export function clusterMarkers(markers: readonly ProjectedMarker[], distance: number): MarkerCluster[] {
  const clusters: MarkerCluster[] = [];
  const cells = new Map<number, MarkerCluster[]>();
  for (const marker of markers) {
    const cell = cellOf(marker, distance);
    const near = clusterNear(marker, cells, { cell, distance });
    if (near) {
      near.count += 1;
      continue;
    }
    const cluster = { ...marker, count: 1 };
    clusters.push(cluster);
    const there = cells.get(cell);
    if (there) {
      there.push(cluster);
    } else {
      cells.set(cell, [cluster]);
    }
  }
  return clusters;
}

function cellOf({ x, y }: ProjectedMarker, distance: number): number {
  return Math.floor(y / distance) * ROW + Math.floor(x / distance);
}

/** Called for each marker in each frame, so it allocates nothing. */
function clusterNear(
  { x, y }: ProjectedMarker,
  cells: ReadonlyMap<number, readonly MarkerCluster[]>,
  { cell, distance }: { cell: number; distance: number },
): MarkerCluster | undefined {
  for (let row = -ROW; row <= ROW; row += ROW) {
    for (let column = -1; column <= 1; column += 1) {
      for (const cluster of cells.get(cell + row + column) ?? NONE) {
        if (Math.hypot(cluster.x - x, cluster.y - y) < distance) {
          return cluster;
        }
      }
    }
  }
  return undefined;
}
