import { OrthographicCamera, PerspectiveCamera } from 'three';
import { CameraRig } from '../../scene/camera-rig.ts';
import type { Frame } from '../../scene/framing.ts';
import { type AnyCamera, type CameraLens, placeFlat } from '../../scene/scene-camera.ts';
import type { CanvasCamera, CanvasParts } from '../../scene/scene-canvas.ts';
import type { EditorParts } from '../editor-parts.ts';
import { dragsOf } from '../kernels/gestures.ts';
import { type Flight, listenToFlight } from './flight-input.ts';

/** Camera of the editor's viewport, which keeps the pose of `editor.camera`. */
export class EditorCamera implements CanvasCamera {
  readonly rig: CameraRig;
  readonly #editor: EditorParts;
  /** Perspective camera that the rig moves, and its orthographic counterpart. */
  readonly #perspective = new PerspectiveCamera();
  readonly #flat = new OrthographicCamera();
  readonly #flight: Flight;
  readonly #stopDriving: () => void;
  #back = 0;

  constructor({ host, renderer, invalidate }: CanvasParts, editor: EditorParts) {
    const { camera, preferences, wheelDevice } = editor;
    this.#editor = editor;
    this.rig = new CameraRig({
      camera: this.#perspective,
      element: renderer.domElement,
      drags: dragsOf(null),
      wheelDevice: () => preferences.values.value.wheel,
      onWheelDevice: (device) => {
        wheelDevice.value = device;
      },
      onHand: () => camera.take(),
      onWake: invalidate,
    });
    this.#flight = listenToFlight(host, { editor, rig: this.rig, onWake: invalidate });
    this.rig.look(camera.pose.value, { isSmooth: false });
    this.#stopDriving = camera.drive((view, options) => this.rig.look(view, options));
  }

  get shown(): AnyCamera {
    return this.#editor.camera.projection === 'perspective' ? this.#perspective : this.#flat;
  }

  get lens(): CameraLens {
    const { pose, frameAspect } = this.#editor.camera;
    const { position, target, fov } = pose.value;
    return { fov, distance: position.distanceTo(target), aspect: frameAspect.value };
  }

  get frame(): Frame {
    return this.#editor.camera.frame.value;
  }

  get back(): number {
    return this.#back;
  }

  resize({ width, height }: { width: number; height: number }): void {
    this.#editor.camera.resize(width, height);
  }

  advance(seconds: number): boolean {
    const { camera } = this.#editor;
    const isFlying = this.#flight.update(seconds);
    const isMoving = this.rig.update(seconds);
    if (isMoving) {
      camera.follow(this.rig.view);
    }
    const back = placeFlat(this.#flat, camera.pose.value);
    this.#back = camera.projection === 'perspective' ? 0 : back;
    return isFlying || isMoving;
  }

  dispose(): void {
    this.#stopDriving();
    this.#flight.dispose();
    this.rig.dispose();
  }
}
