import {
  BoxGeometry,
  type BufferGeometry,
  ConeGeometry,
  CylinderGeometry,
  DoubleSide,
  Group,
  Mesh,
  MeshBasicMaterial,
  PlaneGeometry,
  Quaternion,
  SphereGeometry,
  TorusGeometry,
  Vector3,
} from 'three';
import {
  AXIS_VECTORS,
  axesOf,
  GIZMO,
  type GizmoFrame,
  type GizmoMode,
  HANDLES,
  type HandleId,
} from '../../kernels/gizmo.ts';
import type { ViewportColors } from '../../viewport/viewport-colors.ts';

/** Thicknesses in arrow lengths. */
const SHAFT = 0.012;
const HEAD = { radius: 0.05, length: 0.17 };
const KNOB = 0.085;
const RING = 0.011;
const RING_STEPS = 64;

type Handle = { id: HandleId; object: Group; material: MeshBasicMaterial; color: string };

/** Draws the gizmo of one mode at a constant screen size; three.js objects only, no events. */
export class GizmoObject {
  readonly object = new Group();
  readonly mode: GizmoMode;
  readonly #handles: Handle[];
  readonly #colors: ViewportColors;

  constructor(mode: GizmoMode, colors: ViewportColors) {
    this.mode = mode;
    this.#colors = colors;
    this.#handles = HANDLES[mode].map((id) => createHandle(mode, id, colors));
    this.object.add(...this.#handles.map(({ object }) => object));
    this.object.visible = false;
  }

  /** Updates the gizmo. `held` is the dragged handle, which is then the only visible one. */
  update(
    frame: GizmoFrame | null,
    { hovered, held }: { hovered: HandleId | null; held: HandleId | null },
  ): void {
    this.object.visible = frame !== null;
    if (!frame) {
      return;
    }
    this.object.position.copy(frame.origin);
    this.object.quaternion.copy(frame.rotation);
    this.object.scale.setScalar(frame.size);
    for (const handle of this.#handles) {
      handle.material.color.set(
        handle.id === hovered || handle.id === held ? this.#colors.hover : handle.color,
      );
      handle.material.opacity = opacityOf(handle.id, handle.id === hovered || handle.id === held);
      handle.object.visible = held === null || held === handle.id;
      if (this.mode === 'rotate') {
        faceEye(handle, frame);
      }
    }
  }

  dispose(): void {
    for (const { object, material } of this.#handles) {
      object.traverse((part) => part instanceof Mesh && part.geometry.dispose());
      material.dispose();
    }
  }
}

function opacityOf(id: HandleId, isActive: boolean): number {
  const isSquare = id.length === 2;
  return isActive ? 1 : isSquare ? 0.45 : 0.95;
}

function createHandle(mode: GizmoMode, id: HandleId, colors: ViewportColors): Handle {
  const color = colorOf(id, colors);
  const material = new MeshBasicMaterial({
    color,
    transparent: true,
    depthTest: false,
    depthWrite: false,
    toneMapped: false,
    side: DoubleSide,
  });
  const object = new Group();
  for (const { geometry, at, turn } of partsOf(mode, id)) {
    const mesh = new Mesh(geometry, material);
    mesh.position.copy(at ?? mesh.position);
    mesh.quaternion.copy(turn ?? mesh.quaternion);
    mesh.renderOrder = id === 'center' ? 2 : 1;
    object.add(mesh);
  }
  return { id, object, material, color };
}

function colorOf(id: HandleId, { x, y, z, neutral }: ViewportColors): string {
  const colors: Record<HandleId, string> = { x, y, z, yz: x, xz: y, xy: z, center: neutral, view: neutral };
  return colors[id];
}

type Part = { geometry: BufferGeometry; at?: Vector3; turn?: Quaternion };

function partsOf(mode: GizmoMode, id: HandleId): Part[] {
  if (id === 'center') {
    const geometry =
      mode === 'scale' ? new BoxGeometry(KNOB, KNOB, KNOB) : new SphereGeometry(KNOB * 0.6, 16, 12);
    return [{ geometry }];
  }
  if (mode === 'rotate') {
    // Half a ring, turned to the eye at each frame; the outer ring is complete.
    return id === 'view'
      ? [{ geometry: new TorusGeometry(GIZMO.viewRing, RING * 0.8, 6, RING_STEPS) }]
      : [{ geometry: new TorusGeometry(GIZMO.ring, RING, 6, RING_STEPS, Math.PI) }];
  }
  const axes = axesOf(id);
  if (axes.length === 2) {
    return [squarePart(axes)];
  }
  return arrowParts(AXIS_VECTORS[axes[0] ?? 'x'], mode);
}

function arrowParts(axis: Vector3, mode: GizmoMode): Part[] {
  const { from, to } = GIZMO.arrow;
  const turn = new Quaternion().setFromUnitVectors(AXIS_VECTORS.y, axis);
  const along = (distance: number) => axis.clone().multiplyScalar(distance);
  const head =
    mode === 'scale'
      ? { geometry: new BoxGeometry(KNOB, KNOB, KNOB), at: along(to - KNOB / 2), turn }
      : { geometry: new ConeGeometry(HEAD.radius, HEAD.length, 16), at: along(to - HEAD.length / 2), turn };
  const length = to - from - (mode === 'scale' ? KNOB : HEAD.length);
  return [
    { geometry: new CylinderGeometry(SHAFT, SHAFT, length, 8), at: along(from + length / 2), turn },
    head,
  ];
}

function squarePart(axes: readonly ('x' | 'y' | 'z')[]): Part {
  const { from, to } = GIZMO.plane;
  const [a = 'x', b = 'y'] = axes;
  const middle = (from + to) / 2;
  const normal = AXIS_VECTORS[a].clone().cross(AXIS_VECTORS[b]);
  return {
    geometry: new PlaneGeometry(to - from, to - from),
    at: AXIS_VECTORS[a].clone().add(AXIS_VECTORS[b]).multiplyScalar(middle),
    turn: new Quaternion().setFromUnitVectors(AXIS_VECTORS.z, normal),
  };
}

const toOwn = new Quaternion();
const eye = new Vector3();

/** Rotates a ring about its axis so that the drawn half faces the eye. */
function faceEye({ id, object }: Handle, frame: GizmoFrame): void {
  toOwn.copy(frame.rotation).invert();
  eye.copy(frame.eye).applyQuaternion(toOwn);
  if (id === 'view') {
    object.quaternion.setFromUnitVectors(AXIS_VECTORS.z, eye);
    return;
  }
  const normal = AXIS_VECTORS[axesOf(id)[0] ?? 'x'];
  const middle = eye.clone().addScaledVector(normal, -eye.dot(normal));
  if (middle.lengthSq() < 1e-6) {
    middle.copy(normal.x > 0.5 ? AXIS_VECTORS.y : AXIS_VECTORS.x);
  }
  middle.normalize();
  // The half torus of three.js has its middle at +Y and its axis at +Z.
  const basis = new Quaternion().setFromUnitVectors(AXIS_VECTORS.z, normal);
  const up = AXIS_VECTORS.y.clone().applyQuaternion(basis);
  const angle = Math.atan2(up.clone().cross(middle).dot(normal), up.dot(middle));
  object.quaternion.setFromAxisAngle(normal, angle).multiply(basis);
}
