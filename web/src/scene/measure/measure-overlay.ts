import type { MeasureMode } from '@diorama/shared/scene/nodes/measure/modes.ts';
import type { Vector3 } from 'three';
import type { Projected } from '../scene-camera.ts';
import { labelPlace, segmentsOf } from './measured-line.ts';
import { GLYPH_SIZE, SNAP_GLYPHS } from './snap-glyphs.ts';
import type { Point, SnappedPoint } from './snap-to-surface.ts';
import { labelSize, staggerLabels } from './stagger-labels.ts';
import './measure-overlay.css';
import './magnifier.css';

/** Width on the page, in CSS pixels, as in its style. */
const SIZE = 112;
const ZOOM = 2.5;

/** Distance between its centre and the finger, which hides about as much. */
const AWAY = 96;
const CROSS = 7;

/** A measurement to draw: its points in world space and its label; none for ''. */
export type ShownMeasure = {
  id: string | number;
  mode: MeasureMode;
  points: readonly Vector3[];
  text: string;
  color?: string;
  /** Whether its points are drawn as dots, and its line; true by default. */
  hasDots?: boolean;
  hasLine?: boolean;
  /** Whether it is being measured now. */
  isLive?: boolean;
  isSelected?: boolean;
  /** Makes the label a button. */
  onSelect?: () => void;
};

type Project = (point: Vector3) => Projected;
type Drawn = { group: SVGGElement; line: SVGPathElement; label: HTMLElement };

const SVG = 'http://www.w3.org/2000/svg';
const DOT_RADIUS = 4;
/** Halvings of a line that leaves the clipping planes, to find where. */
const CLIP_STEPS = 16;

/** Measurements over a picture of the scene: lines, points, labels, the snapped point and the magnifier for touch. */
export class MeasureOverlay {
  readonly element = document.createElement('div');
  readonly #drawing = document.createElementNS(SVG, 'svg');
  readonly #glyph = document.createElementNS(SVG, 'path');
  readonly #magnifier = new Magnifier(this.element);
  readonly #drawn = new Map<string | number, Drawn>();
  #measures: readonly ShownMeasure[] = [];
  #snapped: SnappedPoint | null = null;
  #aim: Point | null = null;

  /** @param host - parent element in the size of the picture */
  constructor(host: HTMLElement) {
    this.element.className = 'measure-layer';
    this.#drawing.ariaHidden = 'true';
    this.#glyph.setAttribute('class', 'measure-snap');
    this.#drawing.append(this.#glyph);
    this.element.append(this.#drawing);
    host.append(this.element);
  }

  /** Sets the measurements; the next {@link draw} shows them. */
  setMeasures(measures: readonly ShownMeasure[]): void {
    this.#measures = measures;
    const ids = new Set(measures.map(({ id }) => id));
    for (const [id, { group, label }] of this.#drawn) {
      if (!ids.has(id)) {
        group.remove();
        label.remove();
        this.#drawn.delete(id);
      }
    }
    for (const measure of measures) {
      this.#show(measure);
    }
  }

  /** Sets the snapped point of the pointer, and the position of an aiming finger. */
  setSnap(snapped: SnappedPoint | null, aim: Point | null): void {
    this.#snapped = snapped;
    this.#aim = aim;
  }

  /** Moves everything to its place in a frame. Call it in the task that rendered the picture. */
  draw(picture: HTMLCanvasElement, project: Project): void {
    const labels = this.#measures.flatMap((measure) => this.#place(measure, project));
    for (const { label, x, y } of staggerLabels(labels)) {
      label.style.translate = `calc(${x}px - 50%) calc(${y}px - 50%)`;
    }
    const snapped = this.#snapped && { ...project(this.#snapped.point), kind: this.#snapped.kind };
    this.#glyph.style.display = snapped && isSeen(snapped) ? '' : 'none';
    if (snapped) {
      this.#glyph.setAttribute('d', SNAP_GLYPHS[snapped.kind]);
      const [x, y] = [snapped.x - GLYPH_SIZE / 2, snapped.y - GLYPH_SIZE / 2];
      this.#glyph.setAttribute('transform', `translate(${x} ${y})`);
    }
    this.#magnifier.set(this.#aim && { at: this.#aim, caught: snapped });
    this.#magnifier.draw(picture);
  }

  dispose(): void {
    this.element.remove();
  }

  #show({ id, text, color, isLive = false, isSelected = false, onSelect }: ShownMeasure): void {
    const drawn = this.#drawn.get(id) ?? this.#make(id, onSelect !== undefined);
    const { group, label } = drawn;
    for (const part of [group, label]) {
      part.toggleAttribute('data-live', isLive);
      part.toggleAttribute('data-selected', isSelected);
    }
    if (color) {
      group.style.setProperty('--measure-color', color);
    }
    label.onclick = onSelect ?? null;
    // Setting the same text again would cause a layout of the page.
    if (label.textContent !== text) {
      label.textContent = text;
    }
  }

  #make(id: string | number, isButton: boolean): Drawn {
    const group = document.createElementNS(SVG, 'g');
    const line = document.createElementNS(SVG, 'path');
    const label = document.createElement(isButton ? 'button' : 'span');
    if (label instanceof HTMLButtonElement) {
      label.type = 'button';
    }
    label.className = 'measure-label';
    group.append(line);
    this.#drawing.insertBefore(group, this.#glyph);
    this.element.append(label);
    const drawn = { group, line, label };
    this.#drawn.set(id, drawn);
    return drawn;
  }

  /** Places lines and dots. Returns the label with its place, if it is shown. */
  #place({ id, mode, points, text, hasDots = true, hasLine = true }: ShownMeasure, project: Project) {
    const drawn = this.#drawn.get(id);
    if (!drawn) {
      return [];
    }
    const { group, line, label } = drawn;
    line.setAttribute('d', hasLine ? pathOf(segmentsOf(mode, points), project) : '');
    const dots = hasDots ? points.map(project).filter(isSeen) : [];
    while (group.childElementCount > dots.length + 1) {
      group.lastElementChild?.remove();
    }
    for (const [i, { x, y }] of dots.entries()) {
      const dot = group.children[i + 1] ?? group.appendChild(document.createElementNS(SVG, 'circle'));
      dot.setAttribute('cx', String(x));
      dot.setAttribute('cy', String(y));
      dot.setAttribute('r', String(DOT_RADIUS));
    }
    const place = project(labelPlace(mode, points));
    label.hidden = text === '' || !isSeen(place);
    return label.hidden ? [] : [{ label, x: place.x, y: place.y, ...labelSize(text) }];
  }
}

/** SVG path of segments, given as pairs of points. */
function pathOf(segments: readonly Vector3[], project: Project): string {
  const parts: string[] = [];
  for (let i = 0; i + 1 < segments.length; i += 2) {
    const [from, to] = [segments[i], segments[i + 1]] as [Vector3, Vector3];
    const ends = [clip(from, to, project), clip(to, from, project)];
    if (ends.every((end) => end !== null)) {
      parts.push(`M${ends.map(({ x, y }) => `${x} ${y}`).join('L')}`);
    }
  }
  return parts.join('');
}

/** Visible end of a line: its own, or its intersection with the clipping planes; null for an invisible line. */
function clip(end: Vector3, other: Vector3, project: Project): Projected | null {
  const place = project(end);
  if (isSeen(place)) {
    return place;
  }
  const seen = other.clone();
  if (!isSeen(project(seen))) {
    return null;
  }
  const middle = end.clone();
  let [near, far] = [0, 1];
  for (let step = 0; step < CLIP_STEPS; step += 1) {
    const share = (near + far) / 2;
    if (isSeen(project(middle.lerpVectors(other, end, share)))) {
      near = share;
    } else {
      far = share;
    }
  }
  return project(seen.lerp(end, near));
}

function isSeen({ depth }: Projected): boolean {
  return Math.abs(depth) <= 1;
}

/** Position of a finger and its snapped point, in CSS pixels of the picture. */
type Aim = { at: Point; caught: (Point & Pick<SnappedPoint, 'kind'>) | null };

/**
 * Position of the loupe's centre: above the finger; beside it where there is no room, on the side that has more.
 * @param room - size of its parent, in CSS pixels
 */
function magnifierPosition({ x, y }: Point, room: { width: number }): Point {
  const half = SIZE / 2;
  if (y - AWAY >= half) {
    return { x: Math.min(Math.max(x, half), Math.max(half, room.width - half)), y: y - AWAY };
  }
  return { x: x < room.width / 2 ? x + AWAY : x - AWAY, y: Math.max(half, y) };
}

/** Loupe that magnifies the part of the picture hidden by an aiming finger. */
class Magnifier {
  readonly #element = document.createElement('div');
  readonly #canvas = document.createElement('canvas');
  #aim: Aim | null = null;

  readonly #host: HTMLElement;

  /** @param host - covers the picture */
  constructor(host: HTMLElement) {
    this.#host = host;
    this.#element.className = 'pointer-lens';
    this.#element.ariaHidden = 'true';
    this.#element.append(this.#canvas);
  }

  /** Moves the aim; the next {@link draw} shows it. Null hides the loupe. */
  set(aim: Aim | null): void {
    this.#aim = aim;
    if (aim === null) {
      this.#element.remove();
    }
  }

  /**
   * Draws the magnified picture. Call it in the task that rendered the picture, as the browser clears the canvas
   * afterwards.
   */
  draw(picture: HTMLCanvasElement): void {
    const context = this.#aim && this.#canvas.getContext('2d');
    if (!this.#aim || !context) {
      return;
    }
    const { at, caught } = this.#aim;
    const { clientWidth: width, clientHeight: height } = picture;
    const place = magnifierPosition(at, { width });
    const ratio = window.devicePixelRatio;
    this.#canvas.width = SIZE * ratio;
    this.#canvas.height = SIZE * ratio;
    this.#element.style.translate = `${place.x - SIZE / 2}px ${place.y - SIZE / 2}px`;
    if (!this.#element.isConnected) {
      this.#host.append(this.#element);
    }
    context.scale(ratio, ratio);
    context.translate(SIZE / 2, SIZE / 2);
    context.save();
    context.scale(ZOOM, ZOOM);
    context.drawImage(picture, -at.x, -at.y, width, height);
    context.restore();
    context.strokeStyle = getComputedStyle(this.#element).color;
    context.lineWidth = 1.5;
    context.stroke(new Path2D(`M${-CROSS} 0H${CROSS}M0 ${-CROSS}V${CROSS}`));
    if (caught) {
      context.translate((caught.x - at.x) * ZOOM - GLYPH_SIZE / 2, (caught.y - at.y) * ZOOM - GLYPH_SIZE / 2);
      context.lineWidth = 2;
      context.stroke(new Path2D(SNAP_GLYPHS[caught.kind]));
    }
  }
}
