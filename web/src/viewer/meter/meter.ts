import { createCanvasSnapper } from '../../scene/measure/canvas-snapper.ts';
import { Magnifier } from '../../scene/measure/magnifier.ts';
import { measureText } from '../../scene/measure/measure-text.ts';
import type { LengthManner } from '../../scene/measure/quantity.ts';
import { GLYPH_SIZE, SNAP_GLYPHS } from '../../scene/measure/snap-glyphs.ts';
import type { Point, SnappedPoint } from '../../scene/measure/snap-to-surface.ts';
import type { SceneCanvas } from '../../scene/scene-canvas.ts';
import { type ActionBar, createActionBar } from '../action-bar.ts';
import type { PageTranslate } from '../page-language.ts';
import { listenToTaps } from '../taps.ts';
import { createMeasureLayer, DrawnMeasure } from './drawn-measure.ts';
import './meter.css';

/** Dependencies of a measure tool. */
export type MeterOptions = {
  /** Parent of the canvas and the overlay. */
  host: HTMLElement;
  canvas: SceneCanvas;
  /** Format of lengths. */
  manner: LengthManner;
  t: PageTranslate;
  /** Called when the visitor ends measuring. */
  onLeave: () => void;
};

const SVG = 'http://www.w3.org/2000/svg';

/** Measures distances between points that a visitor taps, or sets with Enter at the view's centre. */
export class Meter {
  readonly #options: MeterOptions;
  readonly #catch: (at: Point) => SnappedPoint | null;
  readonly #over = createMeasureLayer();
  readonly #glyph = document.createElementNS(SVG, 'path');
  readonly #actionBar: ActionBar;
  readonly #abort = new AbortController();
  readonly #stopFollowing: () => void;
  readonly #lens: Magnifier;
  readonly #measures: DrawnMeasure[] = [];
  /** The unfinished measurement. */
  readonly #draft: DrawnMeasure;
  #from: SnappedPoint | null = null;
  #caught: SnappedPoint | null = null;
  /** Position of an aiming finger. */
  #aim: Point | null = null;

  constructor(options: MeterOptions) {
    const { host, canvas, t, onLeave } = options;
    this.#options = options;
    this.#catch = createCanvasSnapper(canvas);
    this.#over.drawing.append(this.#glyph);
    this.#draft = new DrawnMeasure(this.#over);
    this.#lens = new Magnifier(this.#over.layer);
    this.#actionBar = createActionBar([
      { label: t('measure.clear'), onClick: () => this.#clear() },
      { label: t('walk.leave'), onClick: onLeave },
    ]);
    host.append(this.#over.layer, this.#actionBar.element);
    host.classList.add('is-measuring');
    this.#stopFollowing = canvas.onDrawn(() => this.#place());
    this.#listen();
    this.#actionBar.say(t('measure.first'));
    canvas.element.focus({ preventScroll: true });
    canvas.invalidate();
  }

  /** Ends measuring and removes the measurements. */
  dispose(): void {
    this.#abort.abort();
    this.#stopFollowing();
    this.#over.layer.remove();
    this.#actionBar.element.remove();
    this.#options.host.classList.remove('is-measuring');
  }

  #listen(): void {
    const { canvas } = this.#options;
    const { signal } = this.#abort;
    const look = (at: Point | null) => {
      this.#caught = at && this.#catch(at);
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
      const text = this.#textOf(this.#from, point);
      const made = new DrawnMeasure(this.#over);
      made.set({ mode: 'distance', points: [this.#from.point, point.point], text });
      this.#measures.push(made);
      this.#from = null;
      this.#actionBar.say(t('measure.made', { length: text }));
    }
    this.#show();
  }

  #clear(): void {
    for (const measure of this.#measures.splice(0)) {
      measure.remove();
    }
    this.#from = null;
    this.#actionBar.say(this.#options.t('measure.first'));
    this.#show();
  }

  #show(): void {
    const { canvas } = this.#options;
    const [from, to] = [this.#from, this.#caught];
    this.#draft.set(
      from && {
        mode: 'distance',
        points: to ? [from.point, to.point] : [from.point],
        text: to ? this.#textOf(from, to) : '',
      },
    );
    canvas.invalidate();
  }

  #place(): void {
    const project: SceneCanvas['project'] = (point) => this.#options.canvas.project(point);
    for (const measure of [this.#draft, ...this.#measures]) {
      measure.place(project);
    }
    const at = this.#caught && project(this.#caught.point);
    this.#glyph.style.display = at && Math.abs(at.depth) <= 1 ? '' : 'none';
    if (at && this.#caught) {
      this.#glyph.setAttribute('d', SNAP_GLYPHS[this.#caught.kind]);
      this.#glyph.setAttribute('transform', `translate(${at.x - GLYPH_SIZE / 2} ${at.y - GLYPH_SIZE / 2})`);
    }
    this.#lens.set(
      this.#aim && { at: this.#aim, caught: at && this.#caught && { ...at, kind: this.#caught.kind } },
    );
    this.#lens.draw(this.#options.canvas.element);
  }

  #textOf(from: SnappedPoint, to: SnappedPoint): string {
    return measureText('distance', [from, to], this.#options.manner);
  }
}
