import type { MeasureMode } from '@diorama/shared/scene/nodes/measure/modes.ts';
import type { Vector3 } from 'three';
import { isRound, labelPlace, linePointsOf } from '../../scene/measure/measured-line.ts';
import type { Point } from '../../scene/measure/snap-to-surface.ts';
import { element } from '../dom.ts';
import '../../scene/measure/measure-label.css';
import './drawn-measure.css';

/** Projects a point to the screen; `depth` is beyond ±1 outside the clipping planes. */
export type Project = (point: Vector3) => Point & { depth: number };

/** A measurement to draw: its points in world space and its label; none for ''. */
export type ShownMeasure = { mode: MeasureMode; points: readonly Vector3[]; text: string; color?: string };

/** Layer of measurements: `drawing` holds lines and dots, `layer` the drawing and the labels. */
export type MeasureLayer = { layer: HTMLElement; drawing: SVGSVGElement };

const SVG = 'http://www.w3.org/2000/svg';
const DOT_RADIUS = 4;

/** Creates a layer for measurements in the size of the picture. */
export function createMeasureLayer(): MeasureLayer {
  const layer = element('div', { className: 'measure-layer' });
  const drawing = document.createElementNS(SVG, 'svg');
  drawing.ariaHidden = 'true';
  layer.append(drawing);
  return { layer, drawing };
}

/** A line between points of the scene with its label, drawn over the picture. */
export class DrawnMeasure {
  readonly #group = document.createElementNS(SVG, 'g');
  readonly #label = element('span', { className: 'measure-label' });
  #measure: ShownMeasure | null = null;
  #line: SVGElement | null = null;
  #dots: readonly SVGElement[] = [];

  constructor({ layer, drawing }: MeasureLayer) {
    drawing.append(this.#group);
    layer.append(this.#label);
  }

  /** Sets the measurement; null for none. */
  set(measure: ShownMeasure | null): void {
    const { mode, points, text, color } = measure ?? { mode: 'distance', points: [], text: '' };
    this.#measure = measure;
    this.#line = document.createElementNS(SVG, isRound(mode, points.length) ? 'polygon' : 'polyline');
    this.#dots = points.map(() => {
      const dot = document.createElementNS(SVG, 'circle');
      dot.setAttribute('r', String(DOT_RADIUS));
      return dot;
    });
    this.#group.replaceChildren(this.#line, ...this.#dots);
    this.#label.textContent = text;
    if (color) {
      this.#group.style.setProperty('--measure-color', color);
    }
  }

  /** Moves it to the current screen positions of its points. */
  place(project: Project): void {
    const { mode, points } = this.#measure ?? { mode: 'distance', points: [] };
    const seen = points.map(project);
    for (const [i, dot] of this.#dots.entries()) {
      const at = seen[i];
      show(dot, at !== undefined && isSeen(at), { cx: at?.x ?? 0, cy: at?.y ?? 0 });
    }
    const isWhole = seen.length > 1 && seen.every(isSeen);
    if (this.#line) {
      const way = linePointsOf(mode, points).map(project);
      show(this.#line, isWhole, { points: way.map(({ x, y }) => `${x},${y}`).join(' ') });
    }
    const place = isWhole ? project(labelPlace(mode, points)) : null;
    this.#label.hidden = !place || this.#label.textContent === '';
    if (place) {
      this.#label.style.translate = `calc(${place.x}px - 50%) calc(${place.y}px - 50%)`;
    }
  }

  remove(): void {
    this.#group.remove();
    this.#label.remove();
  }
}

function isSeen({ depth }: { depth: number }): boolean {
  return Math.abs(depth) <= 1;
}

function show(shape: SVGElement, isShown: boolean, values: Readonly<Record<string, number | string>>): void {
  shape.style.display = isShown ? '' : 'none';
  for (const [name, value] of Object.entries(values)) {
    shape.setAttribute(name, String(value));
  }
}
