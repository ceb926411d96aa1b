import { createRoot, extend, type ReconcilerRoot, type RootStore } from '@react-three/fiber';
import type { ReactNode } from 'react';
import {
  BufferGeometry,
  type Camera,
  Group,
  getConsoleFunction,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  Points,
  PointsMaterial,
  type Scene,
  SphereGeometry,
  Sprite,
  SpriteMaterial,
  setConsoleFunction,
  type WebGLRenderer,
} from 'three';

// Only what is in use: `extend(THREE)` would bring all of three.
extend({
  BufferGeometry,
  Group,
  LineBasicMaterial,
  LineSegments,
  Mesh,
  MeshBasicMaterial,
  Points,
  PointsMaterial,
  SphereGeometry,
  Sprite,
  SpriteMaterial,
});

/** What an overlay is made with. */
export type OverlayOptions = {
  renderer: WebGLRenderer;
  /** The camera to draw with now. */
  camera: () => Camera;
  /** Something of it has changed: draw again. */
  onInvalidate: () => void;
};

/**
 * What the editor draws over a scene, as React: a root of fiber with our renderer and camera, that draws only when it is
 * told to. Fiber sees no more of the renderer than that it renders, so it sets nothing up.
 */
export class OverlayRoot {
  readonly #root: ReconcilerRoot<HTMLCanvasElement>;
  #store: RootStore | null = null;
  readonly #onInvalidate: () => void;

  constructor({ renderer, camera, onInvalidate }: OverlayOptions) {
    this.#onInvalidate = onInvalidate;
    const surface = {
      render: (scene: Scene) => renderer.render(scene, camera()),
      setSize: () => undefined,
      setPixelRatio: () => undefined,
    };
    const { domElement: canvas } = renderer;
    this.#root = quietly(() => createRoot(canvas));
    this.#root.configure({
      // A renderer to fiber is whatever has these.
      gl: surface as unknown as WebGLRenderer,
      // It is ours, and moved by nobody else.
      camera: Object.assign(camera(), { manual: true }) as never,
      frameloop: 'never',
      dpr: 1,
      size: { width: 1, height: 1, top: 0, left: 0 },
    });
  }

  /** Shows other content. */
  render(content: ReactNode): void {
    this.#store = this.#root.render(content);
    // Fiber asks for a frame after each commit; a root that never draws by itself would not hear of it.
    this.#store.setState({ invalidate: this.#onInvalidate });
  }

  /** Lets the content follow the time, in milliseconds, and draws it. */
  draw(now: number): void {
    const state = this.#store?.getState();
    if (state) {
      state.advance(now, false);
    }
  }

  dispose(): void {
    this.#root.unmount();
  }
}

/** Fiber makes a clock of three's that three warns of, though nothing here reads it. */
function quietly<T>(make: () => T): T {
  const before = getConsoleFunction();
  setConsoleFunction(() => undefined);
  try {
    return make();
  } finally {
    setConsoleFunction(before);
  }
}
