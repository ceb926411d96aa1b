import type { Vector3 } from 'three';
import type { Point } from '../../scene/measure/catch-point.ts';
import { element } from '../dom.ts';

/** Where a point is seen; `depth` is beyond ±1 for what cannot be seen. */
export type Project = (point: Vector3) => Point & { depth: number };

/** The points of a measure: one while the second is being looked for. */
export type MeasureEnds = readonly [Vector3, Vector3?];

const SVG = 'http://www.w3.org/2000/svg';
const DOT_RADIUS = 4;

/** A line between two points of the scene, with what is written on it, drawn over the picture. */
export class DrawnMeasure {
  readonly #line = document.createElementNS(SVG, 'line');
  readonly #dots = [
    document.createElementNS(SVG, 'circle'),
    document.createElementNS(SVG, 'circle'),
  ] as const;
  readonly #label = element('span', { className: 'meter-label' });
  #ends: MeasureEnds | null = null;

  /** @param over.drawing - holds lines and dots @param over.layer - holds the words */
  constructor(over: { drawing: SVGElement; layer: HTMLElement }) {
    for (const dot of this.#dots) {
      dot.setAttribute('r', String(DOT_RADIUS));
    }
    over.drawing.append(this.#line, ...this.#dots);
    over.layer.append(this.#label);
  }

  /** Measures something else; null for nothing. */
  set(ends: MeasureEnds | null, text: string): void {
    this.#ends = ends;
    this.#label.textContent = text;
  }

  /** Puts it where its ends are seen now. */
  place(project: Project): void {
    const [from, to] = (this.#ends ?? []).map((end) => end && project(end));
    const isFromSeen = from !== undefined && isSeen(from);
    const isToSeen = to !== undefined && isSeen(to);
    const [first, second] = this.#dots;
    show(first, isFromSeen, { cx: from?.x ?? 0, cy: from?.y ?? 0 });
    show(second, isToSeen, { cx: to?.x ?? 0, cy: to?.y ?? 0 });
    const isWhole = isFromSeen && isToSeen;
    show(this.#line, isWhole, { x1: from?.x ?? 0, y1: from?.y ?? 0, x2: to?.x ?? 0, y2: to?.y ?? 0 });
    this.#label.hidden = !isWhole || this.#label.textContent === '';
    if (isWhole) {
      const middle = { x: (from.x + to.x) / 2, y: (from.y + to.y) / 2 };
      this.#label.style.translate = `calc(${middle.x}px - 50%) calc(${middle.y}px - 50%)`;
    }
  }

  remove(): void {
    for (const part of [this.#line, ...this.#dots, this.#label]) {
      part.remove();
    }
  }
}

function isSeen({ depth }: { depth: number }): boolean {
  return Math.abs(depth) <= 1;
}

function show(shape: SVGElement, isShown: boolean, values: Readonly<Record<string, number>>): void {
  shape.style.display = isShown ? '' : 'none';
  for (const [name, value] of Object.entries(values)) {
    shape.setAttribute(name, String(value));
  }
}
