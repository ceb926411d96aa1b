import { type Box3, PerspectiveCamera, type Ray, Raycaster, Vector2, Vector3 } from 'three';
import { frameBox } from '../../scene/framing.ts';
import { type Readable, Store } from '../store.ts';
import { Manager } from './manager.ts';

/** Where the camera is and what it looks at, in metres; `fov` is the vertical angle in degrees. */
export type CameraPose = { position: Vector3; target: Vector3; fov: number };

/** A point of the viewport in CSS pixels from its top left corner. */
export type ScreenPoint = { x: number; y: number };

/** A point of the scene as it is seen. `depth` is more than 1, or less than -1, outside of what can be seen. */
export type Projected = ScreenPoint & { depth: number };

/** Moves the camera to a pose; by default at once, in the viewport with a flight. */
export type Fly = (pose: CameraPose) => void;

const START = { position: new Vector3(5, 3.5, 7), target: new Vector3(0, 0.5, 0), fov: 40 };

/** The editor's own view of the scene. Others do not see it change. */
export class CameraManager extends Manager implements Readable<CameraPose> {
  readonly #pose = new Store<CameraPose>(START);
  readonly #size = new Store({ width: 1, height: 1 });
  readonly #lens = new PerspectiveCamera();
  readonly #raycaster = new Raycaster();
  #fly: Fly = (pose) => this.set(pose);

  constructor() {
    super();
    this.#refresh();
    this.register(this.#pose.subscribe(() => this.#refresh()));
    this.register(this.#size.subscribe(() => this.#refresh()));
  }

  readonly get = (): CameraPose => this.#pose.get();
  readonly subscribe = (listener: () => void): (() => void) => this.#pose.subscribe(listener);

  /** Puts the camera somewhere at once. */
  set(pose: CameraPose): void {
    this.#pose.set(pose);
  }

  /** Lets a viewport show how the camera gets somewhere; returns the undoing. */
  setFlight(fly: Fly): () => void {
    this.#fly = fly;
    return () => {
      this.#fly = (pose) => this.set(pose);
    };
  }

  /** Tells the size of the viewport in CSS pixels. */
  resize(width: number, height: number): void {
    this.#size.set({ width, height });
  }

  /** The size of the viewport in CSS pixels. */
  get size(): { width: number; height: number } {
    return this.#size.get();
  }

  /** Goes to where a box is seen whole, from the same side as now. */
  frame(box: Box3): void {
    const { position, target, fov } = this.get();
    const aspect = this.size.width / this.size.height;
    this.#fly({ ...frameBox(box, position.clone().sub(target), { fov, aspect }), fov });
  }

  /** The ray from the eye through a point of the viewport. */
  rayAt({ x, y }: ScreenPoint): Ray {
    const { width, height } = this.size;
    this.#raycaster.setFromCamera(new Vector2((x / width) * 2 - 1, 1 - (y / height) * 2), this.#lens);
    return this.#raycaster.ray.clone();
  }

  /** Where a point of the scene is seen. */
  project(point: Vector3): Projected {
    const { width, height } = this.size;
    const { x, y, z } = point.clone().project(this.#lens);
    return { x: ((x + 1) / 2) * width, y: ((1 - y) / 2) * height, depth: z };
  }

  /** How many metres one CSS pixel covers at a point. */
  metresPerPixel(point: Vector3): number {
    const { position, target, fov } = this.get();
    const forward = target.clone().sub(position).normalize();
    const distance = Math.max(point.clone().sub(position).dot(forward), 1e-3);
    return (2 * distance * Math.tan((fov * Math.PI) / 360)) / this.size.height;
  }

  #refresh(): void {
    const { position, target, fov } = this.get();
    this.#lens.position.copy(position);
    this.#lens.lookAt(target);
    this.#lens.fov = fov;
    this.#lens.aspect = this.size.width / this.size.height;
    this.#lens.near = 0.001;
    this.#lens.far = 1e5;
    this.#lens.updateProjectionMatrix();
    this.#lens.updateMatrixWorld();
  }
}
