import { MAX_PATH_POINTS } from '@diorama/shared/scene/nodes/path/schema.ts';
import type { PlanPoint } from '@diorama/shared/scene/nodes/plan.ts';
import { signal } from '@preact/signals-core';
import { drawPath } from '../../commands/paths.ts';
import { setSnapTarget } from '../../commands/set-snap-target.ts';
import {
  GROUND,
  type PlanLevel,
  planPointAt,
  planPointOf,
  worldPoint,
} from '../../features/walls/model/plan-level.ts';
import { alongTurn, nearestOn, type PenPoint, penLine } from '../../kernels/pen.ts';
import { snapTo } from '../../kernels/snap.ts';
import { isSnapping } from '../../queries/is-snapping.ts';
import { HANDLE_REACH, type PointerInfo } from '../pointer.ts';
import { Tool, type ToolState } from '../tool.ts';
import { Idle } from './states.ts';

/** Running line on a level. */
export type PenDraft = {
  level: PlanLevel;
  points: readonly PenPoint[];
  /** Position of the next click; null while the pointer is outside. */
  cursor: PlanPoint | null;
  /** Whether that click closes the area. */
  isClosing: boolean;
};

/** Single selected path whose points can be moved. */
type OpenPath = { id: string; level: PlanLevel; points: readonly PlanPoint[]; isClosed: boolean };

/** Path point under the pointer, or a place on a segment where a point can be added. */
export type PathGrip = { path: OpenPath; index: number; at: PlanPoint; isNew: boolean };

const NOTHING: PenDraft = { level: GROUND, points: [], cursor: null, isClosing: false };

/** Draws areas and lines by clicks, with curves by drags, and moves the points of the selected path. */
export class PenTool extends Tool {
  readonly id = 'pen';
  readonly draft = signal<PenDraft>(NOTHING);
  /** Point that a press would grab. */
  readonly grip = signal<PathGrip | null>(null);

  /** The single selected path, if it is editable; null otherwise. */
  get open(): OpenPath | null {
    const { selection, scene, isReadOnly, visibility } = this.editor;
    const [id, ...others] = selection.ids.value;
    const node = id === undefined || others.length > 0 ? undefined : scene.node(id);
    if (id === undefined || node?.kind !== 'path' || isReadOnly.value || !visibility.isReachable(id)) {
      return null;
    }
    const { points, closed } = node.props;
    return { id, level: { parent: id, height: 0 }, points, isClosed: closed };
  }

  override takesTouch(pointer: PointerInfo): boolean {
    return this.state.isResting && this.gripAt(pointer) !== null;
  }

  override takesAlt(pointer: PointerInfo): boolean {
    return this.state.isResting && this.gripAt(pointer)?.isNew === false;
  }

  /** The running line is committed when the tool changes. */
  override onLeave(): void {
    this.finish(false);
    this.grip.value = null;
  }

  override rest(): void {
    super.rest();
    this.draft.value = NOTHING;
  }

  /** Starts a line at a point of a level. */
  begin(level: PlanLevel, at: PlanPoint): void {
    this.draft.value = { level, points: [{ at, handle: null }], cursor: at, isClosing: false };
  }

  /** Adds a point, up to the limit. */
  add(at: PlanPoint): void {
    const { points } = this.draft.value;
    if (points.length < MAX_PATH_POINTS) {
      this.draft.value = { ...this.draft.value, points: [...points, { at, handle: null }], cursor: at };
    }
  }

  /** Sets the handle of the last point. */
  bend(to: PlanPoint): void {
    const { value: draft } = this.draft;
    const last = draft.points.at(-1);
    if (last) {
      const handle: PlanPoint = [to[0] - last.at[0], to[1] - last.at[1]];
      this.draft.value = { ...draft, points: draft.points.with(-1, { ...last, handle }), cursor: null };
    }
  }

  /** Removes the last point; removing the first one discards the line. */
  stepBack(): void {
    const points = this.draft.value.points.slice(0, -1);
    if (points.length === 0) {
      this.rest();
    } else {
      this.draft.value = { ...this.draft.value, points, isClosing: false };
    }
  }

  /** Commits the running line as a path, if valid, and selects it. */
  finish(isClosed: boolean): void {
    const { level, points } = this.draft.value;
    this.rest();
    const id = drawPath(this.editor, { line: penLine(points, isClosed), isClosed, height: level.height });
    if (id !== null) {
      this.editor.selection.set([id]);
    }
  }

  /** Updates the next segment; null while the pointer is outside. */
  point(pointer: PointerInfo | null): void {
    const cursor = pointer && this.placeAt(pointer);
    this.draft.value = { ...this.draft.value, cursor, isClosing: pointer ? this.closes(pointer) : false };
  }

  /** Position of a press on the drawing level: snapped to the grid if enabled, with Shift along an angle. */
  placeAt(pointer: PointerInfo): PlanPoint | null {
    const { level, points } = this.draft.value;
    const raw = planPointAt(this.editor, level, { at: pointer });
    const last = points.at(-1)?.at;
    if (raw && last && pointer.shift) {
      return alongTurn(last, raw);
    }
    return raw && this.snap(level, raw, pointer);
  }

  /** Point of a level, snapped to the scene's grid if enabled. */
  snap(level: PlanLevel, point: PlanPoint, pointer: PointerInfo): PlanPoint {
    if (!isSnapping(this.editor, pointer)) {
      setSnapTarget(this.editor, point, 0);
      return point;
    }
    const step = this.editor.preferences.values.value.snapSteps.translate;
    const world = worldPoint(this.editor, level, point);
    world.set(snapTo(world.x, step), world.y, snapTo(world.z, step));
    setSnapTarget(this.editor, world.toArray(), step);
    return planPointOf(this.editor, level, world);
  }

  /** Whether a press closes the running area. */
  closes(pointer: PointerInfo): boolean {
    const { level, points } = this.draft.value;
    const [first] = points;
    return first !== undefined && points.length > 2 && this.#isNear(level, first.at, pointer);
  }

  /** Point or segment of the selected path under the pointer. */
  gripAt(pointer: PointerInfo): PathGrip | null {
    const path = this.open;
    if (!path) {
      return null;
    }
    const { level, points, isClosed } = path;
    const index = points.findIndex((at) => this.#isNear(level, at, pointer));
    const at = points[index];
    if (at) {
      return { path, index, at, isNew: false };
    }
    const raw = planPointAt(this.editor, level, { at: pointer });
    const nearest = raw && nearestOn(points, isClosed, raw);
    const isRoom = points.length < MAX_PATH_POINTS;
    return nearest && isRoom && this.#isNear(level, nearest.at, pointer)
      ? { path, index: nearest.after + 1, at: nearest.at, isNew: true }
      : null;
  }

  protected initial(): ToolState {
    return new Idle(this);
  }

  #isNear(level: PlanLevel, at: PlanPoint, pointer: PointerInfo): boolean {
    const { x, y, depth } = this.editor.camera.project(worldPoint(this.editor, level, at));
    return depth < 1 && Math.hypot(x - pointer.x, y - pointer.y) <= HANDLE_REACH[pointer.kind];
  }
}
