import type { SceneCamera } from '@diorama/shared/scene/document.ts';
import {
  type Box3,
  OrthographicCamera,
  PerspectiveCamera,
  type Ray,
  Raycaster,
  Spherical,
  Vector2,
  Vector3,
} from 'three';
import {
  type Frame,
  frameBox,
  freeArea,
  freeLens,
  type Insets,
  NO_INSETS,
  type View,
} from '../../scene/framing.ts';
import { type AnyCamera, eyeOf, placeFlat, shapeCamera } from '../../scene/scene-camera.ts';
import { type Readable, Store } from '../store.ts';
import { Manager } from './manager.ts';

/** Where the camera is and what it looks at, in metres; `fov` is the vertical angle of the view in degrees. */
export type CameraPose = View & { fov: number };

/** A point of the viewport in CSS pixels from its top left corner. */
export type ScreenPoint = { x: number; y: number };

/** A point of the scene as it is seen. `depth` is more than 1, or less than -1, outside of what can be seen. */
export type Projected = ScreenPoint & { depth: number };

/** Brings the camera of a viewport to a view, at once or on a smooth way. */
export type CameraDriver = (view: View, options: { isSmooth: boolean }) => void;

/** Whether what is further away is seen smaller. */
export type Projection = SceneCamera['projection'];

/** How near to straight up or down a turn comes, in radians. */
const STEEPEST = 0.01;

const START = { position: new Vector3(5, 3.5, 7), target: new Vector3(0, 0.5, 0), fov: 40 };

/** The editor's own view of the scene. */
export class CameraManager extends Manager implements Readable<CameraPose> {
  readonly #pose = new Store<CameraPose>(START);
  readonly #frame = new Store<Frame>({ width: 1, height: 1, insets: NO_INSETS });
  readonly #deep = new PerspectiveCamera();
  readonly #flat = new OrthographicCamera();
  #projection: Projection = 'perspective';
  readonly #raycaster = new Raycaster();
  readonly #takers = new Set<() => void>();
  #driver: CameraDriver | null = null;

  constructor() {
    super();
    this.#refresh();
    this.register(this.#pose.subscribe(() => this.#refresh()));
    this.register(this.#frame.subscribe(() => this.#refresh()));
  }

  readonly get = (): CameraPose => this.#pose.get();
  readonly subscribe = (listener: () => void): (() => void) => this.#pose.subscribe(listener);

  /** Puts the camera somewhere at once. */
  set(pose: CameraPose): void {
    this.#pose.set(pose);
    this.#driver?.(pose, { isSmooth: false });
  }

  /**
   * Goes to a view on a smooth way, at once where nothing is drawn, because the person wants to.
   * @param projection - left out, as it is once nobody is followed any more
   */
  go(pose: CameraPose, projection?: Projection): void {
    this.take();
    if (projection) {
      this.setProjection(projection);
    }
    this.lead(pose);
  }

  /** Says that the person moves the view, by hand or by a command. */
  take(): void {
    for (const listener of [...this.#takers]) {
      listener();
    }
  }

  /** Calls `listener` before the person moves the view, until the returned function is called. */
  onTake(listener: () => void): () => void {
    this.#takers.add(listener);
    return () => this.#takers.delete(listener);
  }

  /** Goes to a view as {@link go} does, without the person having moved it. */
  lead(pose: CameraPose): void {
    if (this.#driver) {
      this.setFov(pose.fov);
      this.#driver(pose, { isSmooth: true });
    } else {
      this.#pose.set(pose);
    }
  }

  /** Opens or closes the view to a vertical angle in degrees, from where it is. */
  setFov(fov: number): void {
    if (fov !== this.get().fov) {
      this.#pose.set({ ...this.get(), fov });
    }
  }

  /** Whether what is further away is seen smaller. */
  get projection(): Projection {
    return this.#projection;
  }

  /** Shows the scene with perspective or without, as large as now at what is looked at. */
  setProjection(projection: Projection): void {
    if (projection !== this.#projection) {
      this.#projection = projection;
      this.#pose.set({ ...this.get() });
    }
  }

  /** Turns around what is looked at by radians, to the left and up; never over the top. */
  turn(azimuth: number, polar: number): void {
    const { position, target, fov } = this.get();
    const way = new Spherical().setFromVector3(position.clone().sub(target));
    way.theta -= azimuth;
    way.phi = Math.min(Math.max(way.phi - polar, STEEPEST), Math.PI - STEEPEST);
    this.take();
    this.set({ position: target.clone().add(new Vector3().setFromSpherical(way)), target, fov });
  }

  /** Tells where the camera of the viewport has moved to. */
  follow({ position, target }: View): void {
    this.#pose.set({ position, target, fov: this.get().fov });
  }

  /** Lets a viewport move the camera; returns the undoing. */
  drive(driver: CameraDriver): () => void {
    this.#driver = driver;
    return () => {
      this.#driver = null;
    };
  }

  /** Tells the size of the viewport in CSS pixels. */
  resize(width: number, height: number): void {
    this.#frame.update(({ insets }) => ({ width, height, insets }));
  }

  /** Tells what of the viewport lies below panels and bars. */
  setInsets(insets: Insets): void {
    const before = this.#frame.get().insets;
    if ((['top', 'right', 'bottom', 'left'] as const).some((side) => before[side] !== insets[side])) {
      this.#frame.update((frame) => ({ ...frame, insets }));
    }
  }

  /** The viewport and what of it is free. */
  get frame(): Readable<Frame> {
    return this.#frame;
  }

  /** The size of the viewport in CSS pixels. */
  get size(): { width: number; height: number } {
    return this.#frame.get();
  }

  /** The middle of what is free of the viewport. */
  get middle(): ScreenPoint {
    const { x, y } = freeArea(this.#frame.get());
    return { x, y };
  }

  /** Goes to where a box is seen whole, from the same side as now. */
  bringIntoView(box: Box3): void {
    this.go(this.#poseOf(box));
  }

  /** Goes there as {@link bringIntoView} does, without the person having moved the view. */
  showBox(box: Box3): void {
    this.lead(this.#poseOf(box));
  }

  #poseOf(box: Box3): CameraPose {
    const { position, target, fov } = this.get();
    return { ...frameBox(box, position.clone().sub(target), freeLens(fov, this.#frame.get())), fov };
  }

  /** The ray from the eye through a point of the viewport. */
  rayAt({ x, y }: ScreenPoint): Ray {
    const { width, height } = this.size;
    this.#raycaster.setFromCamera(new Vector2((x / width) * 2 - 1, 1 - (y / height) * 2), this.#lens());
    return this.#raycaster.ray.clone();
  }

  /** Where a point of the scene is seen. */
  project(point: Vector3): Projected {
    const { width, height } = this.size;
    const { x, y, z } = point.clone().project(this.#lens());
    return { x: ((x + 1) / 2) * width, y: ((1 - y) / 2) * height, depth: z };
  }

  /** How many metres one CSS pixel covers at a point. */
  metresPerPixel(point: Vector3): number {
    const { position, target } = this.get();
    const forward = target.clone().sub(position).normalize();
    const isFlat = this.#projection === 'orthographic';
    const depth = isFlat ? position.distanceTo(target) : point.clone().sub(position).dot(forward);
    return (2 * Math.max(depth, 1e-3) * Math.tan((this.#deep.fov * Math.PI) / 360)) / this.size.height;
  }

  /** Where a point is seen from: the eye, or straight before the point where there is no perspective. */
  eyeOf(point: Vector3): Vector3 {
    return eyeOf(this.#lens(), point);
  }

  #lens(): AnyCamera {
    return this.#projection === 'perspective' ? this.#deep : this.#flat;
  }

  #refresh(): void {
    const { position, target, fov } = this.get();
    const lens = { fov, distance: position.distanceTo(target) };
    for (const camera of [this.#deep, this.#flat]) {
      camera.position.copy(position);
      camera.lookAt(target);
      camera.near = 0.001;
      camera.far = 1e5;
      shapeCamera(camera, lens, this.#frame.get());
    }
    placeFlat(this.#flat, { position, target });
    this.#deep.updateMatrixWorld();
    this.#flat.updateMatrixWorld();
  }
}
