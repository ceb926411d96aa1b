import type { MeasureMode } from '@diorama/shared/scene/nodes/measure/modes.ts';
import type { Vector3 } from 'three';
import type { Caught } from '../../../scene/measure/catch-point.ts';
import { type MeasurePoint, POINTS_NEEDED } from '../../../scene/measure/measure.ts';
import type { Editor } from '../../editor.ts';
import type { ScreenPoint } from '../../managers/camera.ts';
import { ownLength } from '../../queries/own-length.ts';
import { pickSeen } from '../../queries/pick.ts';
import { type Readable, Store } from '../../store.ts';
import { HANDLE_REACH, type PointerInfo } from '../pointer.ts';
import { Tool, type ToolState } from '../tool.ts';
import { catchInView } from './catch-in-view.ts';
import { Drawing } from './drawing.ts';
import { type GrippedMeasure, grippedMeasures } from './grips.ts';
import { Idle } from './idle.ts';
import { readMeasures, writeMeasures } from './kept-measures.ts';

/** As near to a point as this on the screen, in pixels, another one means that point. */
const SAME_POINT = 6;

/** What somebody has measured. `name` is empty until they give one; until then its number tells it from others. */
export type Measure = {
  number: number;
  name: string;
  mode: MeasureMode;
  points: readonly MeasurePoint[];
  isShown: boolean;
};

/** A point of a measure. */
export type Grip = { measure: GrippedMeasure; index: number };

/**
 * Measures between points of the scene. What was measured is the person's own, for as long as their tab is open; what the
 * scene keeps can be changed as well.
 */
export class MeasureTool extends Tool {
  readonly id = 'distanceMeter';
  readonly mode = new Store<MeasureMode>('distance');
  readonly measures = new Store<readonly Measure[]>([]);
  /** The points of what is being measured. */
  readonly draft = new Store<readonly MeasurePoint[]>([]);
  readonly caught = new Store<Caught | null>(null);
  /** Where a finger aims, which hides what it points at; null while none does. */
  readonly aim = new Store<ScreenPoint | null>(null);
  #count = 0;

  protected initial(): ToolState {
    return new Idle(this);
  }

  override onLeave(): void {
    this.caught.set(null);
  }

  override takesTouch(pointer: PointerInfo): boolean {
    return this.state instanceof Idle && this.gripAt(pointer) !== null;
  }

  override takesHold(): boolean {
    return this.state.isResting;
  }

  override get hintedBy(): Readable<unknown> {
    return this.mode;
  }

  /** Whether it goes on until somebody ends it. */
  get isOpenEnded(): boolean {
    return ['area', 'perimeter'].includes(this.mode.get());
  }

  /** Measures something else from now on; what was begun is dropped. */
  setMode(mode: MeasureMode): void {
    this.mode.set(mode);
    this.drop();
  }

  /** Looks for what is under the pointer. With Shift it stays on an axis through `from`. */
  look(pointer: PointerInfo, from: Vector3 | null): Caught | null {
    const caught = catchInView(this.editor, pointer, pointer.shift ? from : null);
    this.caught.set(caught);
    return caught;
  }

  /** A point was caught: it is the next one, or where another stands ends what goes on until somebody ends it. */
  set(caught: Caught): void {
    const points = this.draft.get();
    const ends = [points.at(0), points.at(-1)];
    // Where it is seen, which may be a little beside what caught it.
    const seen = this.editor.camera.project(caught.point);
    const isEnd = ends.some((end) => end && this.distanceOnScreen(seen, end.point) <= SAME_POINT);
    if (!isEnd) {
      this.place(caught);
    } else if (this.isOpenEnded) {
      this.finish();
    }
  }

  /** Goes on with what was begun, or waits for what is next. */
  goOn(): void {
    this.enter(this.draft.get().length > 0 ? new Drawing(this) : new Idle(this));
  }

  /** Adds a point, and ends the measure when it has all of them. */
  place(point: MeasurePoint): void {
    const points = [...this.draft.get(), point];
    this.draft.set(points);
    if (!this.isOpenEnded && points.length === POINTS_NEEDED[this.mode.get()]) {
      this.finish();
    } else if (points.length === 1) {
      this.enter(new Drawing(this));
    }
  }

  /** Measures how long the thing under the pointer is by itself. */
  measureThing(pointer: PointerInfo): void {
    const hit = pickSeen(this.editor, pointer);
    const length = hit && ownLength(this.editor, hit.id);
    if (length) {
      this.#keep(
        length.mode,
        length.points.map((point) => ({ point, normal: null })),
      );
    }
  }

  /** Keeps what was drawn, if it has enough points. */
  finish(): void {
    const points = this.draft.get();
    const mode = this.mode.get();
    if (points.length < POINTS_NEEDED[mode]) {
      return;
    }
    this.#keep(mode, points);
    this.drop();
  }

  #keep(mode: MeasureMode, points: readonly MeasurePoint[]): void {
    this.#count += 1;
    const made = { number: this.#count, name: '', mode, points, isShown: true };
    this.measures.update((measures) => [...measures, made]);
  }

  override write(): unknown {
    return writeMeasures(this.measures.get());
  }

  /** Goes on with what was measured before a reload. */
  override takeUp(kept: unknown): void {
    const measures = readMeasures(kept);
    this.measures.set(measures);
    this.#count = Math.max(0, ...measures.map(({ number }) => number));
  }

  /** Takes back the last point. */
  stepBack(): void {
    const points = this.draft.get().slice(0, -1);
    if (points.length === 0) {
      this.drop();
    } else {
      this.draft.set(points);
    }
  }

  /** Forgets what was begun. */
  drop(): void {
    this.draft.set([]);
    this.rest();
  }

  /** Renames a measure, hides or shows it, or moves its points. */
  change(number: number, patch: Partial<Measure>): void {
    this.measures.update((measures) =>
      measures.map((measure) => (measure.number === number ? { ...measure, ...patch } : measure)),
    );
  }

  remove(number: number): void {
    this.measures.update((measures) => measures.filter((measure) => measure.number !== number));
  }

  /** The nearest point of a measure under the pointer. */
  gripAt(pointer: PointerInfo): Grip | null {
    let best: Grip | null = null;
    let nearest: number = HANDLE_REACH[pointer.kind];
    for (const measure of grippedMeasures(this)) {
      for (const [index, { point }] of measure.points.entries()) {
        const distance = this.distanceOnScreen(pointer, point);
        if (distance <= nearest) {
          best = { measure, index };
          nearest = distance;
        }
      }
    }
    return best;
  }

  /** How far from a place on the screen a point is seen, in pixels. */
  distanceOnScreen(place: ScreenPoint, point: Vector3): number {
    const { x, y, depth } = this.editor.camera.project(point);
    return Math.abs(depth) > 1 ? Number.POSITIVE_INFINITY : Math.hypot(x - place.x, y - place.y);
  }
}

/** The tool of an editor. */
export function measureToolOf({ tools }: Editor): MeasureTool {
  const tool = tools.toolOf('distanceMeter');
  if (!(tool instanceof MeasureTool)) {
    throw new Error('The meter is another tool');
  }
  return tool;
}
