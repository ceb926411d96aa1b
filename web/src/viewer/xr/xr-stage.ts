import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { type Matrix4, PerspectiveCamera, Plane, Vector3, type WebGLRenderer } from 'three';
import type { SceneCanvas } from '../../scene/scene-canvas.ts';
import { arDocument } from './ar-document.ts';
import { createReticle } from './create-reticle.ts';
import {
  type Freedom,
  intoRoom,
  type Placing,
  placeAt,
  pulled,
  resized,
  type Spot,
  type Support,
  supports,
  turned,
} from './placing.ts';
import { PointerRays } from './pointer-rays.ts';
import type { XrStep } from './xr-panel.ts';

/** Dependencies and callbacks of a stage. */
export type XrStageOptions = {
  canvas: SceneCanvas;
  session: XRSession;
  support: Support;
  freedom: Freedom;
  /** Called with the current step, and with the size of the scene. */
  onStep: (step: XrStep) => void;
  onScale: (scale: number) => void;
};

const AROUND = { nodes: new Set<string>(), materials: new Set<string>(), scene: true };
const EIGHTH = Math.PI / 4;
/** Near and far planes in a room, in metres. */
const ROOM_PLANES = { near: 0.1, far: 100 };

/** A scene in the visitor's room during a session: first a ring on possible surfaces, then the scene. */
export class XrStage {
  readonly #options: XrStageOptions;
  readonly #held: PointerRays;
  readonly #abort = new AbortController();
  readonly #camera = new PerspectiveCamera();
  readonly #ring = createReticle();
  /** Point of the scene that is placed on a spot. */
  readonly #base: Vector3;
  /** Previous view direction about the vertical, which becomes the scene's front. */
  readonly #front: number;
  readonly #eye = new Vector3();
  #hits: XRHitTestSource | undefined;
  #spot: Spot | null = null;
  #placing: Placing | null = null;
  #normal = new Vector3();
  /** The page's document, and its version for the room. */
  #document: SceneDocument | null = null;
  #shown: SceneDocument | null = null;
  #time: number | null = null;

  constructor(options: XrStageOptions) {
    this.#options = options;
    const { canvas, session, support } = options;
    const { position, target } = canvas.rig.view;
    this.#front = Math.atan2(position.x - target.x, position.z - target.z);
    const bounds = canvas.view.boundsOf();
    this.#base = bounds.isEmpty() ? new Vector3() : bounds.getCenter(new Vector3());
    if (!bounds.isEmpty()) {
      this.#base[support === 'floor' ? 'y' : 'z'] = bounds.min[support === 'floor' ? 'y' : 'z'];
    }
    const { signal } = this.#abort;
    this.#held = new PointerRays(session, signal);
    session.addEventListener('select', () => this.#place(), { signal });
  }

  /**
   * Runs the session to its end; the page does not render meanwhile.
   * @param onBegun - called when the session has started
   */
  async run(onBegun: () => void): Promise<void> {
    const { canvas } = this.#options;
    const { width, height } = canvas.element;
    try {
      await canvas.lend({ width, height }, (_draw, renderer) => this.#present(renderer, onBegun));
    } finally {
      this.#abort.abort();
      this.#ring.geometry.dispose();
      this.#ring.material.dispose();
      // The canvas and its view may be gone; a live document since the last frame is newer than the stored one.
      const isInRoom = this.#shown !== null && canvas.view.document === this.#shown;
      if (this.#document && isInRoom && canvas.element.isConnected) {
        canvas.view.setDocument(this.#document, AROUND);
      }
    }
  }

  /** Turns it by an eighth. */
  turn(): void {
    this.#change((placing) => turned(placing, EIGHTH));
  }

  /** Scales it by a factor, or restores its true size. */
  resize(factor: number | 'true'): void {
    this.#change((placing) => resized(placing, factor === 'true' ? 1 : placing.scale * factor));
  }

  /** Lifts it to be placed elsewhere. */
  takeUp(): void {
    this.#placing = null;
    this.#options.onScale(1);
  }

  async #present(renderer: WebGLRenderer, onBegun: () => void): Promise<void> {
    const { session } = this.#options;
    const { xr } = renderer;
    const over = Promise.withResolvers<void>();
    const handleEnd = () => over.resolve();
    xr.addEventListener('sessionend', handleEnd);
    xr.enabled = true;
    // The cameras are updated here.
    xr.cameraAutoUpdate = false;
    xr.setReferenceSpaceType('local');
    try {
      await xr.setSession(session);
      this.#hits = await session.requestHitTestSource?.({
        space: await session.requestReferenceSpace('viewer'),
      });
      xr.setAnimationLoop((time, frame) => frame && this.#draw(renderer, time, frame));
      onBegun();
      await over.promise;
    } finally {
      // At the end of a session the renderer starts its own loop, while the page renders only after changes.
      renderer.setAnimationLoop(null);
      xr.removeEventListener('sessionend', handleEnd);
      xr.enabled = false;
    }
  }

  #draw(renderer: WebGLRenderer, time: number, frame: XRFrame): void {
    const { canvas, onStep } = this.#options;
    const { view } = canvas;
    const { xr } = renderer;
    const space = xr.getReferenceSpace();
    const pose = space && frame.getViewerPose(space);
    if (!pose) {
      return;
    }
    const { x, y, z } = pose.transform.position;
    this.#eye.set(x, y, z);
    this.#followDocument();
    view.advance((time - (this.#time ?? time)) / 1_000);
    this.#time = time;
    if (!this.#placing) {
      Object.assign(this.#camera, ROOM_PLANES);
      xr.updateCamera(this.#camera);
      this.#look(frame, space);
      onStep(this.#spot ? 'found' : 'find');
      renderer.render(this.#ring, this.#camera);
      return;
    }
    onStep('placed');
    xr.updateCamera(this.#camera);
    const surface = new Plane().setFromNormalAndCoplanarPoint(this.#normal, this.#placing.position);
    const { from, to } = this.#held.follow(frame, space, surface);
    this.#change((placing) => pulled(placing, from, to, this.#options.freedom));
    this.#moveEyes(renderer, intoRoom(this.#placing, this.#base).invert(), this.#placing.scale);
    view.render(this.#camera);
  }

  /** Finds a spot for the scene in front of the viewer. */
  #look(frame: XRFrame, space: XRReferenceSpace): void {
    this.#spot = null;
    for (const hit of this.#hits ? frame.getHitTestResults(this.#hits) : []) {
      const matrix = hit.getPose(space)?.transform.matrix;
      if (matrix && !this.#spot) {
        this.#ring.matrix.fromArray(matrix);
        const normal = new Vector3().setFromMatrixColumn(this.#ring.matrix, 1);
        const point = new Vector3().setFromMatrixPosition(this.#ring.matrix);
        this.#spot = supports(this.#options.support, normal) ? { point, normal } : null;
      }
    }
    this.#ring.matrixWorldNeedsUpdate = true;
    this.#ring.visible = this.#spot !== null;
  }

  #place(): void {
    if (this.#placing || !this.#spot) {
      return;
    }
    const { support } = this.#options;
    this.#normal = this.#spot.normal;
    this.#placing = placeAt(this.#spot, { support, eye: this.#eye, front: this.#front });
  }

  #change(change: (placing: Placing) => Placing): void {
    if (this.#placing) {
      this.#placing = change(this.#placing);
      this.#options.onScale(this.#placing.scale);
    }
  }

  /**
   * Transforms the XR cameras into the scene's space. The scene itself is not scaled, so that its lights keep their
   * effect; the cameras move instead, which looks the same.
   */
  #moveEyes(renderer: WebGLRenderer, intoScene: Matrix4, scale: number): void {
    const head = renderer.xr.getCamera();
    for (const eye of [head, ...head.cameras]) {
      eye.matrixWorld.premultiply(intoScene).scale(new Vector3(scale, scale, scale));
      eye.matrixWorldInverse.copy(eye.matrixWorld).invert();
    }
    // The view computes the clipping planes from its position.
    this.#camera.position.setFromMatrixPosition(head.matrixWorld);
  }

  /** A live scene keeps changing during a session. */
  #followDocument(): void {
    const { canvas, support } = this.#options;
    const { document } = canvas.view;
    if (document && document !== this.#shown) {
      this.#document = document;
      this.#shown = arDocument(document, support);
      canvas.view.setDocument(this.#shown, AROUND);
    }
  }
}
