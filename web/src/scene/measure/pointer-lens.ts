import type { Caught, Point } from './catch-point.ts';
import { GLYPH_SIZE, SNAP_GLYPHS } from './snap-glyphs.ts';
import './pointer-lens.css';

/** Its width on the page, in CSS pixels, as its style has it. */
const SIZE = 112;
const ZOOM = 2.5;
/** How far its middle is from the finger, which hides about as much. */
const AWAY = 96;
const CROSS = 7;

/** Where a finger aims, and what it has caught, in CSS pixels of the picture. */
export type Aim = { at: Point; caught: (Point & Pick<Caught, 'kind'>) | null };

/**
 * Where the middle of a lens stands: above the finger; beside it where there is no room, on the side that has more.
 * @param room - of what holds it, in CSS pixels
 */
export function lensPlace({ x, y }: Point, room: { width: number }): Point {
  const half = SIZE / 2;
  if (y - AWAY >= half) {
    return { x: Math.min(Math.max(x, half), Math.max(half, room.width - half)), y: y - AWAY };
  }
  return { x: x < room.width / 2 ? x + AWAY : x - AWAY, y: Math.max(half, y) };
}

/** Shows larger what a finger hides while it aims. */
export class PointerLens {
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

  /** Aims elsewhere, which the next {@link draw} shows; null puts it away. */
  set(aim: Aim | null): void {
    this.#aim = aim;
    if (aim === null) {
      this.#element.remove();
    }
  }

  /** Shows what a picture is of; to be called in the task that has drawn it, as the browser takes it away after that. */
  draw(picture: HTMLCanvasElement): void {
    const context = this.#aim && this.#canvas.getContext('2d');
    if (!this.#aim || !context) {
      return;
    }
    const { at, caught } = this.#aim;
    const { clientWidth: width, clientHeight: height } = picture;
    const place = lensPlace(at, { width });
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

  dispose(): void {
    this.#element.remove();
  }
}
