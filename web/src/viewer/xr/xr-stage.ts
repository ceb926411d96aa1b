import { EFFECTS_DEFAULTS } from '@diorama/shared/scene/defaults.ts';
import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import {
  type BufferGeometry,
  Matrix4,
  Mesh,
  MeshBasicMaterial,
  PerspectiveCamera,
  Plane,
  Ray,
  RingGeometry,
  Vector3,
  type WebGLRenderer,
} from 'three';
import type { SceneCanvas } from '../../scene/scene-canvas.ts';
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
import type { XrStep } from './xr-panel.ts';

/** Distance beyond which a ray counts as hitting the horizon, in metres. */
const REACH = 20;

/**
 * Tracks held input sources: fingers on a screen, controllers, pinching hands. Their rays hit the surface under the
 * scene.
 */
class PointerRays {
  readonly #held = new Map<XRInputSource, Vector3 | null>();

  constructor(session: XRSession, signal: AbortSignal) {
    session.addEventListener('selectstart', ({ inputSource }) => this.#held.set(inputSource, null), {
      signal,
    });
    session.addEventListener('selectend', ({ inputSource }) => this.#held.delete(inputSource), { signal });
    session.addEventListener(
      'inputsourceschange',
      ({ removed }) => {
        for (const source of removed) {
          this.#held.delete(source);
        }
      },
      { signal },
    );
  }

  /** Hit points of the held sources at the previous call and now; only sources with both. */
  follow(frame: XRFrame, space: XRReferenceSpace, surface: Plane): { from: Vector3[]; to: Vector3[] } {
    const from: Vector3[] = [];
    const to: Vector3[] = [];
    for (const [source, before] of this.#held) {
      const pose = frame.getPose(source.targetRaySpace, space);
      const now = pose ? meet(pose.transform.matrix, surface) : null;
      this.#held.set(source, now);
      if (before && now) {
        from.push(before);
        to.push(now);
      }
    }
    return { from, to };
  }
}

/** Sizes in metres. */
const INNER = 0.085;

const OUTER = 0.1;

const CORNERS = 48;

/** Dependencies and callbacks of a stage. */
type XrStageOptions = {
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
      await canvas.withRenderer({ width, height }, (_draw, renderer) => this.#present(renderer, onBegun));
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
  placeAgain(): void {
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
      xr.setAnimationLoop((time, frame) => {
        if (frame) {
          this.#draw(renderer, time, frame);
        }
      });
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

/** Document for AR: nodes and lights without surroundings. On a floor it casts a shadow. */
function arDocument(document: SceneDocument, support: Support): SceneDocument {
  const { environment, effects } = document;
  const off = Object.fromEntries(
    Object.entries(effects).map(([name, value]) => [
      name,
      typeof value === 'object' ? { ...value, enabled: false } : value,
    ]),
  );
  return {
    ...document,
    environment: {
      ...environment,
      background: { ...environment.background, kind: 'transparent' },
      ground: { ...environment.ground, kind: support === 'floor' ? 'shadow' : 'none' },
      fog: { ...environment.fog, enabled: false },
    },
    // Tone mapping stays; other effects apply to a page only.
    effects: { ...effects, ...off, antialiasing: EFFECTS_DEFAULTS.antialiasing },
  };
}

/** Creates a ring that marks a possible position of a scene; its matrix places it. The caller disposes of it. */
function createReticle(): Mesh<BufferGeometry, MeshBasicMaterial> {
  const geometry = new RingGeometry(INNER, OUTER, CORNERS).rotateX(-Math.PI / 2);
  const ring = new Mesh(geometry, new MeshBasicMaterial({ color: '#ffffff', toneMapped: false }));
  ring.matrixAutoUpdate = false;
  ring.frustumCulled = false;
  return ring;
}

function meet(matrix: ArrayLike<number>, surface: Plane): Vector3 | null {
  const ray = new Ray(new Vector3(), new Vector3(0, 0, -1)).applyMatrix4(new Matrix4().fromArray(matrix));
  const point = ray.intersectPlane(surface, new Vector3());
  return point && point.distanceTo(ray.origin) <= REACH ? point : null;
}
