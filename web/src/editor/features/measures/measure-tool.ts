import type { MeasureMode } from '@diorama/shared/scene/nodes/measure/modes.ts';
import { type ReadonlySignal, signal } from '@preact/signals-core';
import { Box3, type Vector3 } from 'three';
import { type MeasurePoint, POINTS_NEEDED } from '../../../scene/measure/measure.ts';
import { type SnappedPoint, snapToSurface } from '../../../scene/measure/snap-to-surface.ts';
import { lockToAxis } from '../../kernels/lock-to-axis.ts';
import type { ScreenPoint } from '../../managers/camera.ts';
import type { DrawnScene, Viewpoint } from '../../parts.ts';
import { nodeLength } from '../../queries/node-length.ts';
import { pickSeen } from '../../queries/pick.ts';
import { HANDLE_REACH, isDragged, type PointerInfo } from '../../tools/pointer.ts';
import { type Cursor, type KeyInfo, Tool, ToolState } from '../../tools/tool.ts';
import { Aiming } from './aiming.ts';
import { type GrippedMeasure, grippedMeasures } from './grips.ts';
import { Idle } from './states.ts';
import { type Measure, readMeasures, writeMeasures } from './stored-measures.ts';

/** Screen distance within which two points count as the same, in pixels. */
const SAME_POINT = 6;

/** A point of a measure. */
export type Grip = { measure: GrippedMeasure; index: number };

/**
 * Measures between scene points. Measures belong to the user until the tab is closed; measures stored in the
 * scene can be edited too.
 */
export class MeasureTool extends Tool {
  readonly id = 'distanceMeter';
  readonly mode = signal<MeasureMode>('distance');
  readonly measures = signal<readonly Measure[]>([]);
  /** Points of the running measure. */
  readonly draft = signal<readonly MeasurePoint[]>([]);
  readonly snapped = signal<SnappedPoint | null>(null);
  /** Position of an aiming finger, which covers its target; null without one. */
  readonly aim = signal<ScreenPoint | null>(null);
  #count = 0;

  protected initial(): ToolState {
    return new Idle(this);
  }

  override onLeave(): void {
    this.snapped.value = null;
  }

  override takesTouch(pointer: PointerInfo): boolean {
    return this.state instanceof Idle && this.gripAt(pointer) !== null;
  }

  override takesHold(): boolean {
    return this.state.isResting;
  }

  override get hintedBy(): ReadonlySignal<unknown> {
    return this.mode;
  }

  /** Whether the measure continues until the user ends it. */
  get isOpenEnded(): boolean {
    return ['area', 'perimeter'].includes(this.mode.value);
  }

  /** Switches the mode; the running measure is discarded. */
  setMode(mode: MeasureMode): void {
    this.mode.value = mode;
    this.drop();
  }

  /** Finds the snap target under the pointer; Shift locks it to an axis through `from`. */
  look(pointer: PointerInfo, from: Vector3 | null): SnappedPoint | null {
    const snapped = snapInView(this.editor, pointer, pointer.shift ? from : null);
    this.snapped.value = snapped;
    return snapped;
  }

  /** Adds a snapped point. In an open-ended measure, a point on the first or last one ends it. */
  set(snapped: SnappedPoint): void {
    const points = this.draft.value;
    const ends = [points.at(0), points.at(-1)];
    // Screen position of the snapped point, which may differ from the pointer's.
    const seen = this.editor.camera.project(snapped.point);
    const isEnd = ends.some((end) => end && this.distanceOnScreen(seen, end.point) <= SAME_POINT);
    if (!isEnd) {
      this.place(snapped);
    } else if (this.isOpenEnded) {
      this.finish();
    }
  }

  /** Continues the running measure, or waits for a new one. */
  goOn(): void {
    this.enter(this.draft.value.length > 0 ? new Drawing(this) : new Idle(this));
  }

  /** Adds a point, and ends a measure that is complete. */
  place(point: MeasurePoint): void {
    const points = [...this.draft.value, point];
    this.draft.value = points;
    if (!this.isOpenEnded && points.length === POINTS_NEEDED[this.mode.value]) {
      this.finish();
    } else if (points.length === 1) {
      this.enter(new Drawing(this));
    }
  }

  /** Measures the length of the object under the pointer. */
  measureObject(pointer: PointerInfo): void {
    const hit = pickSeen(this.editor, pointer);
    const length = hit && nodeLength(this.editor, hit.id);
    if (length) {
      this.#keep(
        length.mode,
        length.points.map((point) => ({ point, normal: null })),
      );
    }
  }

  /** Stores the running measure, if it has enough points. */
  finish(): void {
    const points = this.draft.value;
    const mode = this.mode.value;
    if (points.length < POINTS_NEEDED[mode]) {
      return;
    }
    this.#keep(mode, points);
    this.drop();
  }

  #keep(mode: MeasureMode, points: readonly MeasurePoint[]): void {
    this.#count += 1;
    const made = { number: this.#count, name: '', mode, points, isShown: true };
    this.measures.value = [...this.measures.value, made];
  }

  override write(): unknown {
    return writeMeasures(this.measures.value);
  }

  /** Restores the measures from before a reload. */
  override restore(kept: unknown): void {
    const measures = readMeasures(kept);
    this.measures.value = measures;
    this.#count = Math.max(0, ...measures.map(({ number }) => number));
  }

  /** Removes the last point. */
  stepBack(): void {
    const points = this.draft.value.slice(0, -1);
    if (points.length === 0) {
      this.drop();
    } else {
      this.draft.value = points;
    }
  }

  /** Discards the running measure. */
  drop(): void {
    this.draft.value = [];
    this.rest();
  }

  /** Renames, hides or shows a measure, or moves its points. */
  change(number: number, patch: Partial<Measure>): void {
    this.measures.value = this.measures.value.map((measure) =>
      measure.number === number ? { ...measure, ...patch } : measure,
    );
  }

  remove(number: number): void {
    this.measures.value = this.measures.value.filter((measure) => measure.number !== number);
  }

  /** Nearest measure point under the pointer. */
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

  /** Screen distance between a position and a point, in pixels. */
  distanceOnScreen(place: ScreenPoint, point: Vector3): number {
    const { x, y, depth } = this.editor.camera.project(point);
    return Math.abs(depth) > 1 ? Number.POSITIVE_INFINITY : Math.hypot(x - place.x, y - place.y);
  }
}

/** Snap target under a pointer in the view, on an axis through `from` if given; null without one. */
function snapInView(
  editor: DrawnScene & Viewpoint,
  at: ScreenPoint,
  from: Vector3 | null,
): SnappedPoint | null {
  const { camera, queries } = editor;
  const snapped = snapToSurface(
    {
      rayAt: (place) => camera.rayAt(place),
      hit: (ray) => queries?.hits(ray)[0],
      boundsOf: (id) => queries?.boundsOf([id]) ?? new Box3(),
      project: (point) => camera.project(point),
      eye: () => camera.pose.value.position,
      eyeOf: (point) => camera.eyeOf(point),
      metresPerPixel: (point) => camera.metresPerPixel(point),
    },
    at,
  );
  if (!from) {
    return snapped;
  }
  const isObject = snapped !== null && !snapped.isGround;
  const pointer = { ray: camera.rayAt(at), at, project: (point: Vector3) => camera.project(point) };
  const point = lockToAxis(from, isObject ? snapped.point : null, pointer);
  return { kind: isObject ? snapped.kind : 'surface', point, normal: isObject ? snapped.normal : null };
}

/** Points are being set: each click adds one, and a line follows the pointer. */
class Drawing extends ToolState<MeasureTool> {
  readonly id = 'drawing';
  // The drawing survives camera gestures and a change of tool.
  override readonly isResting = true;
  #start: PointerInfo | null = null;

  override get cursor(): Cursor {
    return 'crosshair';
  }

  override onPointerLeave(): void {
    this.tool.snapped.value = null;
  }

  override onPointerDown(pointer: PointerInfo): void {
    this.#start = pointer;
  }

  override onPointerMove(pointer: PointerInfo): void {
    this.tool.look(pointer, this.#last);
  }

  override onPointerLost(): void {
    this.#start = null;
  }

  override onPointerUp(pointer: PointerInfo): void {
    const start = this.#start;
    this.#start = null;
    const snapped = start && !isDragged(start, pointer) ? this.tool.look(pointer, this.#last) : null;
    if (snapped) {
      this.tool.set(snapped);
    }
  }

  override onPointerHold(pointer: PointerInfo): void {
    this.tool.enter(new Aiming(this.tool, pointer));
  }

  override get hasDraft(): boolean {
    return true;
  }

  override onUndo(): void {
    this.tool.stepBack();
  }

  override onKeyDown({ key }: KeyInfo): boolean {
    if (key === 'Backspace') {
      this.tool.stepBack();
      return true;
    }
    if (key === 'Enter' && this.tool.isOpenEnded) {
      this.tool.finish();
      return true;
    }
    return false;
  }

  override onCancel(): boolean {
    this.tool.drop();
    return true;
  }

  get #last() {
    return this.tool.draft.value.at(-1)?.point ?? null;
  }
}
