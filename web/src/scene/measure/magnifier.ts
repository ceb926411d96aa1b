import { GLYPH_SIZE, SNAP_GLYPHS } from './snap-glyphs.ts';
import type { Point, SnappedPoint } from './snap-to-surface.ts';
import './magnifier.css';

/** Width on the page, in CSS pixels, as in its style. */
const SIZE = 112;
const ZOOM = 2.5;
/** Distance between its centre and the finger, which hides about as much. */
const AWAY = 96;
const CROSS = 7;

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
export class Magnifier {
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

  dispose(): void {
    this.#element.remove();
  }
}
