import { createCanvasSnapper } from '../../scene/measure/canvas-snapper.ts';
import { MeasureOverlay, type ShownMeasure } from '../../scene/measure/measure-overlay.ts';
import { measureText } from '../../scene/measure/measure-text.ts';
import type { LengthManner } from '../../scene/measure/quantity.ts';
import type { Point, SnappedPoint } from '../../scene/measure/snap-to-surface.ts';
import type { SceneCanvas } from '../../scene/scene-canvas.ts';
import { type ActionBar, createActionBar } from '../action-bar.ts';
import type { PageTranslate } from '../page-language.ts';
import { listenToTaps } from '../taps.ts';
import './measure-session.css';

/** Dependencies of a measure tool. */
type MeasureSessionOptions = {
  /** Parent of the canvas and the overlay. */
  host: HTMLElement;
  canvas: SceneCanvas;
  /** Format of lengths. */
  manner: LengthManner;
  t: PageTranslate;
  /** Called when the visitor ends measuring. */
  onLeave: () => void;
};

/** Measures distances between points that a visitor taps, or sets with Enter at the view's centre. */
export class MeasureSession {
  readonly #options: MeasureSessionOptions;
  readonly #catch: (at: Point) => SnappedPoint | null;
  readonly #overlay: MeasureOverlay;
  readonly #actionBar: ActionBar;
  readonly #abort = new AbortController();
  readonly #stopFollowing: () => void;
  readonly #measures: ShownMeasure[] = [];
  #from: SnappedPoint | null = null;
  #snapped: SnappedPoint | null = null;
  /** Position of an aiming finger. */
  #aim: Point | null = null;

  constructor(options: MeasureSessionOptions) {
    const { host, canvas, t, onLeave } = options;
    this.#options = options;
    this.#catch = createCanvasSnapper(canvas);
    this.#overlay = new MeasureOverlay(host);
    this.#actionBar = createActionBar([
      { label: t('measure.clear'), onClick: () => this.#clear() },
      { label: t('walk.leave'), onClick: onLeave },
    ]);
    host.append(this.#actionBar.element);
    host.classList.add('is-measuring');
    this.#stopFollowing = canvas.onDrawn(() => this.#overlay.draw(canvas.element, canvas.project));
    this.#listen();
    this.#actionBar.say(t('measure.first'));
    canvas.element.focus({ preventScroll: true });
    canvas.invalidate();
  }

  /** Ends measuring and removes the measurements. */
  dispose(): void {
    this.#abort.abort();
    this.#stopFollowing();
    this.#overlay.dispose();
    this.#actionBar.element.remove();
    this.#options.host.classList.remove('is-measuring');
  }

  #listen(): void {
    const { canvas } = this.#options;
    const { signal } = this.#abort;
    const look = (at: Point | null) => {
      this.#snapped = at && this.#catch(at);
      this.#show();
    };
    const aim = (at: Point | null) => {
      this.#aim = at;
      canvas.camera.setFingerTurning(at === null);
      look(at);
    };
    listenToTaps(
      canvas.element,
      { onMove: look, onTap: (at) => this.#set(this.#catch(at)), onAim: aim },
      signal,
    );
    canvas.element.addEventListener(
      'keydown',
      (event) => {
        if (event.key === 'Enter') {
          event.preventDefault();
          const { width, height } = canvas.size;
          this.#set(this.#catch({ x: width / 2, y: height / 2 }));
        }
      },
      { signal },
    );
    const handleEscape = (event: KeyboardEvent) => {
      if (event.key === 'Escape') {
        event.stopPropagation();
        this.#stepBack();
      }
    };
    document.addEventListener('keydown', handleEscape, { signal, capture: true });
  }

  /** Removes the last point, or ends measuring if there is none. */
  #stepBack(): void {
    if (this.#from === null) {
      this.#options.onLeave();
      return;
    }
    this.#from = null;
    this.#actionBar.say(this.#options.t('measure.first'));
    this.#show();
  }

  #set(point: SnappedPoint | null): void {
    const { t } = this.#options;
    if (point === null) {
      return;
    }
    if (this.#from === null) {
      this.#from = point;
      this.#actionBar.say(t('measure.second'));
    } else {
      const made = this.#measureOf(this.#measures.length, [this.#from, point]);
      this.#measures.push(made);
      this.#from = null;
      this.#actionBar.say(t('measure.made', { length: made.text }));
    }
    this.#show();
  }

  #clear(): void {
    this.#measures.length = 0;
    this.#from = null;
    this.#actionBar.say(this.#options.t('measure.first'));
    this.#show();
  }

  #show(): void {
    const points = [this.#from, this.#snapped].filter((point) => point !== null);
    const draft = this.#from ? [this.#measureOf('draft', points)] : [];
    this.#overlay.setMeasures([...this.#measures, ...draft]);
    this.#overlay.setSnap(this.#snapped, this.#aim);
    this.#options.canvas.invalidate();
  }

  #measureOf(id: ShownMeasure['id'], points: readonly SnappedPoint[]): ShownMeasure {
    const text = measureText('distance', points, this.#options.manner);
    return { id, mode: 'distance', points: points.map(({ point }) => point), text };
  }
}
