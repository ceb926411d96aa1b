import type { SceneCamera } from '@diorama/shared/scene/document.ts';
import { computed, type ReadonlySignal, signal } from '@preact/signals-core';
import { type Box3, OrthographicCamera, PerspectiveCamera, type Ray, Spherical, Vector3 } from 'three';
import {
  FRAME_ASPECT,
  type Frame,
  frameBox,
  freeArea,
  freeLens,
  type Insets,
  NO_INSETS,
  type View,
} from '../../scene/framing.ts';
import {
  type AnyCamera,
  eyeOf,
  fitCamera,
  type Projected,
  placeFlat,
  projectTo,
} from '../../scene/scene-camera.ts';
import { metresPerPixelAt, rayThrough } from '../../scene/viewport-rays.ts';
import { Manager } from './manager.ts';

/** Camera position and target in metres; `fov` is the vertical field of view in degrees. */
export type CameraPose = View & { fov: number };

/** A point of the viewport in CSS pixels from its top left corner. */
export type ScreenPoint = { x: number; y: number };

/** Moves the camera of a viewport to a view, at once or smoothly. */
type CameraDriver = (view: View, options: { isSmooth: boolean }) => void;

/** Perspective or orthographic. */
export type Projection = SceneCamera['projection'];

/** Smallest angle to straight up or down, in radians. */
const STEEPEST = 0.01;

/** Shared by all managers, so frozen. */
const START = {
  position: Object.freeze(new Vector3(5, 3.5, 7)),
  target: Object.freeze(new Vector3(0, 0.5, 0)),
  fov: 40,
};

/** The editor's own view of the scene. */
export class CameraManager extends Manager {
  readonly #pose = signal<CameraPose>(START);
  readonly pose: ReadonlySignal<CameraPose> = this.#pose;
  readonly #frame = signal<Frame>({ width: 1, height: 1, insets: NO_INSETS });
  /** Aspect of the frame that is kept whole in the free area. */
  readonly frameAspect = signal(FRAME_ASPECT);
  /** Cameras of both projections at the current pose. */
  readonly #lenses = computed(() => this.#aim());
  #projection: Projection = 'perspective';
  readonly #takers = new Set<() => void>();
  #driver: CameraDriver | null = null;

  /** Sets the camera at once. */
  set(pose: CameraPose): void {
    this.#pose.value = pose;
    this.#driver?.(pose, { isSmooth: false });
  }

  /**
   * Moves the camera smoothly to a view as a user action, at once without a renderer.
   * @param projection - if omitted, the current one, after following has ended
   */
  go(pose: CameraPose, projection?: Projection): void {
    this.take();
    if (projection) {
      this.setProjection(projection);
    }
    this.lead(pose);
  }

  /** Reports that the user moves the view, by hand or by a command. */
  take(): void {
    for (const listener of [...this.#takers]) {
      listener();
    }
  }

  /** Calls `listener` before the user moves the view, until the returned function is called. */
  onUserMove(listener: () => void): () => void {
    this.#takers.add(listener);
    return () => this.#takers.delete(listener);
  }

  /** Moves to a view like {@link go}, but not as a user action. */
  lead(pose: CameraPose): void {
    if (this.#driver) {
      this.setFov(pose.fov);
      this.#driver(pose, { isSmooth: true });
    } else {
      this.#pose.value = pose;
    }
  }

  /** Sets the vertical field of view in degrees, keeping the position. */
  setFov(fov: number): void {
    if (fov !== this.pose.value.fov) {
      this.#pose.value = { ...this.pose.value, fov };
    }
  }

  /** Current projection. */
  get projection(): Projection {
    return this.#projection;
  }

  /** Switches the projection, keeping the size of objects at the target. */
  setProjection(projection: Projection): void {
    if (projection !== this.#projection) {
      this.#projection = projection;
      this.#pose.value = { ...this.pose.value };
    }
  }

  /** Orbits the target by radians, to the left and up; never over the top. */
  turn(azimuth: number, polar: number): void {
    const { position, target, fov } = this.pose.value;
    const way = new Spherical().setFromVector3(position.clone().sub(target));
    way.theta -= azimuth;
    way.phi = Math.min(Math.max(way.phi - polar, STEEPEST), Math.PI - STEEPEST);
    this.take();
    this.set({ position: target.clone().add(new Vector3().setFromSpherical(way)), target, fov });
  }

  /** Stores the camera movement of the viewport. */
  follow({ position, target }: View): void {
    this.#pose.value = { position, target, fov: this.pose.value.fov };
  }

  /** Lets a viewport move the camera. @returns function that detaches it */
  drive(driver: CameraDriver): () => void {
    this.#driver = driver;
    return () => {
      this.#driver = null;
    };
  }

  /** Sets the size of the viewport in CSS pixels. */
  resize(width: number, height: number): void {
    this.#frame.value = { width, height, insets: this.#frame.value.insets };
  }

  /** Sets the insets of the viewport that panels and bars cover. */
  setInsets(insets: Insets): void {
    const before = this.#frame.value.insets;
    if ((['top', 'right', 'bottom', 'left'] as const).some((side) => before[side] !== insets[side])) {
      this.#frame.value = { ...this.#frame.value, insets };
    }
  }

  /** Viewport size and insets. */
  get frame(): ReadonlySignal<Frame> {
    return this.#frame;
  }

  /** Size of the viewport in CSS pixels. */
  get size(): { width: number; height: number } {
    return this.#frame.value;
  }

  /** Centre of the viewport's free area. */
  get middle(): ScreenPoint {
    const { x, y } = freeArea(this.#frame.value);
    return { x, y };
  }

  /** Frames a box, from the current direction. */
  bringIntoView(box: Box3): void {
    this.go(this.#poseOf(box));
  }

  /** Goes there as {@link bringIntoView} does, without the person having moved the view. */
  showBox(box: Box3): void {
    this.lead(this.#poseOf(box));
  }

  #poseOf(box: Box3): CameraPose {
    const { position, target, fov } = this.pose.value;
    const lens = freeLens(fov, this.#frame.value, this.frameAspect.value);
    return { ...frameBox(box, position.clone().sub(target), lens), fov };
  }

  /** The ray from the eye through a point of the viewport. */
  rayAt(at: ScreenPoint): Ray {
    return rayThrough(this.#lens(), this.size, at);
  }

  /** Projects a scene point to the viewport. */
  project(point: Vector3): Projected {
    return projectTo(this.#lens(), this.size, point);
  }

  /** Metres per CSS pixel at a point. */
  metresPerPixel(point: Vector3): number {
    return metresPerPixelAt(this.#lens(), this.size, point);
  }

  /** Eye of a point: the camera, or for an orthographic one the position straight before the point. */
  eyeOf(point: Vector3): Vector3 {
    return eyeOf(this.#lens(), point);
  }

  #lens(): AnyCamera {
    return this.#lenses.value[this.#projection];
  }

  #aim(): Record<Projection, AnyCamera> {
    const { position, target, fov } = this.pose.value;
    const lens = { fov, distance: position.distanceTo(target), aspect: this.frameAspect.value };
    const perspective = new PerspectiveCamera();
    const orthographic = new OrthographicCamera();
    for (const camera of [perspective, orthographic]) {
      camera.position.copy(position);
      camera.lookAt(target);
      camera.near = 0.001;
      camera.far = 1e5;
      fitCamera(camera, lens, this.#frame.value);
    }
    placeFlat(orthographic, { position, target });
    perspective.updateMatrixWorld();
    orthographic.updateMatrixWorld();
    return { perspective, orthographic };
  }
}
