import { withDescendants } from '@diorama/shared/scene/resolve.ts';
import { Box3, Matrix4, Quaternion, Vector3 } from 'three';
import { type SnapKind, snapPoint } from '../../../scene/measure/measure-snap.ts';
import { boxCornersOf } from '../../features/walls/model/moved-corners.ts';
import { onPlane } from '../../kernels/geometry.ts';
import { AXIS_VECTORS, axesOf, type GizmoFrame, type HandleId, normalOf } from '../../kernels/gizmo.ts';
import { type HandleDrag, translateBy } from '../../kernels/gizmo-drag.ts';
import { type Axis, GuideIndex, type GuideLine } from '../../kernels/guides.ts';
import { snapTo } from '../../kernels/snap.ts';
import type { ScreenPoint } from '../../managers/camera.ts';
import type { Mark } from '../../managers/history.ts';
import type { Dragging, Selecting, UserSettings, ViewedScene } from '../../parts.ts';
import { gizmoFrame } from '../../queries/gizmo-frame.ts';
import { hitsAround } from '../../queries/hits-around.ts';
import { isSnapping } from '../../queries/is-snapping.ts';
import type { PointerInfo } from '../pointer.ts';

/**
 * Start of a drag: handle, gizmo frame, and press. A node dragged directly moves like a handle, with
 * `isByHandle` false. `mark` is the history step that it belongs to.
 */
export type TransformStart = {
  handle: HandleId;
  frame: GizmoFrame;
  start: PointerInfo;
  isByHandle: boolean;
  mark: Mark | null;
};

/** Snap marks of a drag: guide lines, and the snapped point. */
export type SnapMarks = { lines: readonly GuideLine[]; caught: { kind: SnapKind; point: Vector3 } | null };

/** No snapping. */
export const NO_MARKS: SnapMarks = { lines: [], caught: null };

/** World move of the selection, with its snap marks. */
type SnappedMove = { delta: Matrix4; isTurned: boolean; marks: SnapMarks };

/** Snap distances for points and guides, in CSS pixels. */
const REACH = { point: 12, guide: 7 } as const;
/** Largest distance of the ground from the eye for snapping, in metres. */
const FURTHEST_GROUND = 200;
/** Smallest move along an axis, in metres. */
const STILL = 1e-6;
const UP = new Vector3(0, 1, 0);
const ALL: readonly Axis[] = ['x', 'y', 'z'];

/**
 * Snaps a moving selection to the scene. Other nodes are indexed once at the start; each move queries trees
 * and sorted lists.
 */
export class MoveSnap {
  readonly #editor: Dragging & UserSettings & ViewedScene;
  readonly #isByHandle: boolean;
  readonly #handle: HandleId;
  readonly #frame: GizmoFrame;
  readonly #start: PointerInfo;
  /** Origin of the moved selection, independent of the grabbed place. */
  readonly #origin: Vector3;
  readonly #moved: ReadonlySet<string>;
  readonly #corners: readonly Vector3[];
  readonly #box: Box3;
  /** Grabbed corner. */
  readonly #grip: Vector3 | null;
  #guides: GuideIndex | null = null;

  constructor(
    editor: Dragging & Selecting & UserSettings & ViewedScene,
    { handle, frame, start, isByHandle }: TransformStart,
  ) {
    this.#editor = editor;
    this.#isByHandle = isByHandle;
    this.#handle = handle;
    this.#frame = frame;
    this.#start = start;
    this.#origin = gizmoFrame(editor, 'translate')?.origin ?? frame.origin;
    const ids = [...(editor.drag.state.value?.starts.keys() ?? [])];
    this.#moved = new Set(withDescendants(editor.scene.hierarchy, ids));
    this.#corners = boxCornersOf(editor, this.#moved, frame.origin);
    this.#box = new Box3().setFromPoints([...this.#corners]);
    this.#grip = this.#findGrip();
  }

  /** Number of boxes examined for guides so far. */
  get looked(): number {
    return this.#guides?.looked ?? 0;
  }

  /** Result of a drag. `isCatching` forces point and edge snapping. */
  resolve(drag: Omit<HandleDrag, 'step'>, pointer: PointerInfo, isCatching: boolean): SnappedMove {
    const { snapSteps, snapTargets } = this.#editor.preferences.values.value;
    const isOn = isSnapping(this.#editor, pointer);
    const free = new Vector3().setFromMatrixPosition(translateBy({ ...drag, step: 0 }));
    const isHeld = isOn && snapTargets.points && this.#grip !== null;
    const caught = isCatching || isHeld ? this.#toPoint(pointer, free) : null;
    if (caught) {
      return caught;
    }
    if (!isOn) {
      return movedBy(free);
    }
    const surface = snapTargets.surfaces && this.#isFree ? this.#toSurface(pointer) : null;
    if (surface) {
      return surface;
    }
    const step = snapSteps.translate;
    // The grid does not apply to axes that are rotated against the scene's.
    const moved =
      snapTargets.grid && this.#axes.length > 0
        ? this.#ontoGrid(free, step)
        : new Vector3().setFromMatrixPosition(translateBy({ ...drag, step }));
    return snapTargets.guides ? this.#alongGuides(free, moved, this.#axes) : movedBy(moved);
  }

  /** Whether it moves freely, not along an axis or plane of the gizmo. */
  get #isFree(): boolean {
    return this.#handle === 'view' || this.#handle === 'center' || !this.#isByHandle;
  }

  /** Scene axes of the move. */
  get #axes(): readonly Axis[] {
    const { w } = this.#frame.rotation;
    if (this.#handle === 'view') {
      return ALL;
    }
    return Math.abs(w) > 1 - 1e-6 ? axesOf(this.#handle) : [];
  }

  #ontoGrid(free: Vector3, step: number): Vector3 {
    const snapped = free.clone();
    for (const axis of this.#axes.filter((one) => Math.abs(free[one]) > STILL)) {
      snapped[axis] = snapTo(this.#origin[axis] + free[axis], step) - this.#origin[axis];
    }
    return snapped;
  }

  /** Aligns a free move with guides; along other axes the stepped position remains. */
  #alongGuides(free: Vector3, stepped: Vector3, axes: readonly Axis[]): SnappedMove {
    this.#guides ??= new GuideIndex(visibleBoxes(this.#editor, this.#moved));
    const box = this.#box.clone().translate(free);
    const tolerance = this.#editor.camera.metresPerPixel(box.getCenter(new Vector3())) * REACH.guide;
    const { shift, lines } = this.#guides.find({ box, axes, tolerance });
    const snapped = stepped.clone();
    for (const axis of axes) {
      const by = shift[axis];
      snapped[axis] = by === undefined ? snapped[axis] : free[axis] + by;
    }
    return { ...movedBy(snapped), marks: { lines, caught: null } };
  }

  /** Snaps the grabbed corner, else the nearest one, to a corner or edge under the pointer. */
  #toPoint(pointer: PointerInfo, free: Vector3): SnappedMove | null {
    const { camera } = this.#editor;
    const targets = hitsAround(this.#editor, pointer, REACH.point, this.#moved).flatMap((hit) =>
      hit?.triangle ? [{ corners: hit.triangle, anchors: [] }] : [],
    );
    const caught = snapPoint(targets, {
      at: pointer,
      ray: camera.rayAt(pointer),
      reach: REACH.point,
      project: (point) => camera.project(point),
    });
    if (!caught) {
      return null;
    }
    const wayFrom = (corner: Vector3) => this.#along(caught.point.clone().sub(corner));
    const far = (corner: Vector3) => wayFrom(corner).distanceToSquared(free);
    const from =
      this.#grip ?? this.#corners.reduce((best, corner) => (far(corner) < far(best) ? corner : best));
    return { ...movedBy(wayFrom(from)), marks: { lines: [], caught } };
  }

  /** Component of a move that the gizmo handle allows. */
  #along(way: Vector3): Vector3 {
    const axes = axesOf(this.#handle);
    if (this.#isFree) {
      return way;
    }
    const [axis] = axes;
    return axes.length === 1 && axis
      ? way.projectOnVector(AXIS_VECTORS[axis].clone().applyQuaternion(this.#frame.rotation))
      : way.projectOnPlane(normalOf(this.#handle, this.#frame));
  }

  /** Places it on the surface behind it at its base, or on the ground. */
  #toSurface(pointer: PointerInfo): SnappedMove | null {
    const { camera, preferences, drag } = this.#editor;
    const foot = this.#box.getCenter(new Vector3()).setY(this.#box.min.y);
    const seen = camera.project(foot);
    const at = { x: seen.x + pointer.x - this.#start.x, y: seen.y + pointer.y - this.#start.y };
    const surface = this.#surfaceAt(at);
    if (!surface) {
      return null;
    }
    const { point, normal } = surface;
    const [start = new Matrix4()] = drag.state.value?.starts.values() ?? [];
    const up = new Vector3().setFromMatrixColumn(start, 1).normalize();
    const isTurned = preferences.values.value.snapTargets.normal;
    const turn = isTurned ? new Quaternion().setFromUnitVectors(up, normal) : new Quaternion();
    const turned = this.#corners.map((corner) => corner.clone().sub(foot).applyQuaternion(turn));
    const depth = Math.min(...turned.map((corner) => corner.dot(normal)));
    const to = point.clone().addScaledVector(normal, -depth);
    const delta = new Matrix4()
      .makeTranslation(to)
      .multiply(new Matrix4().makeRotationFromQuaternion(turn))
      .multiply(new Matrix4().makeTranslation(foot.clone().negate()));
    return { delta, isTurned, marks: { lines: [], caught: { kind: 'surface', point } } };
  }

  #surfaceAt(at: ScreenPoint): { point: Vector3; normal: Vector3 } | null {
    const { camera, queries } = this.#editor;
    const ray = camera.rayAt(at);
    const hit = queries?.hits(ray, this.#moved)[0];
    if (hit) {
      const isBack = hit.normal.dot(ray.direction) > 0;
      return { point: hit.point, normal: isBack ? hit.normal.clone().negate() : hit.normal };
    }
    const ground = onPlane(ray, new Vector3(), UP);
    const isNear = ground && ground.distanceTo(camera.pose.value.position) <= FURTHEST_GROUND;
    return isNear ? { point: ground, normal: UP } : null;
  }

  #findGrip(): Vector3 | null {
    const { camera, queries } = this.#editor;
    const ray = camera.rayAt(this.#start);
    const hit = this.#isByHandle ? undefined : queries?.hits(ray).find(({ id }) => this.#moved.has(id));
    if (!hit?.triangle) {
      return null;
    }
    const found = snapPoint([{ corners: hit.triangle, anchors: [] }], {
      at: this.#start,
      ray,
      reach: REACH.point,
      project: (point) => camera.project(point),
    });
    return found?.kind === 'vertex' ? found.point : null;
  }
}

function movedBy(way: Vector3): SnappedMove {
  return { delta: new Matrix4().makeTranslation(way), isTurned: false, marks: NO_MARKS };
}

/** Boxes of visible nodes, individually, without the moved ones. */
function visibleBoxes(
  { scene, queries, camera, visibility }: ViewedScene,
  moved: ReadonlySet<string>,
): Box3[] {
  const { width, height } = camera.size;
  const boxes: Box3[] = [];
  for (const id of scene.hierarchy.parentOf.keys()) {
    if (moved.has(id) || scene.isHolder(id) || !visibility.isVisible(id)) {
      continue;
    }
    const box = queries?.boundsOf([id]) ?? new Box3();
    const { x, y, depth } = camera.project(box.getCenter(new Vector3()));
    if (!box.isEmpty() && depth < 1 && x >= 0 && x <= width && y >= 0 && y <= height) {
      boxes.push(box);
    }
  }
  return boxes;
}
