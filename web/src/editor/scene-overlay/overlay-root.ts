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

// Registers only the used classes: `extend(THREE)` would bundle all of three.
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

type OverlayOptions = {
  renderer: WebGLRenderer;
  /** Returns the camera of the current frame. */
  camera: () => Camera;
  /** Called when the overlay has changed and needs a frame. */
  onInvalidate: () => void;
};

/**
 * Editor overlay as a react-three-fiber root with the viewport's renderer and camera. It renders only on
 * request. Fiber sees a minimal renderer, so it configures nothing.
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
      // Fiber detects a renderer by these methods.
      gl: surface as unknown as WebGLRenderer,
      // The viewport owns the camera; fiber must not change it.
      camera: Object.assign(camera(), { manual: true }) as never,
      frameloop: 'never',
      dpr: 1,
      size: { width: 1, height: 1, top: 0, left: 0 },
    });
  }

  /** Replaces the content. */
  render(content: ReactNode): void {
    this.#store = this.#root.render(content);
    // Fiber requests a frame after each commit; a root with `frameloop: 'never'` would ignore it.
    this.#store.setState({ invalidate: this.#onInvalidate });
  }

  /** Runs frame callbacks at a time in milliseconds, and renders the content. */
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

/** Fiber creates a deprecated `THREE.Clock`, whose warning is suppressed as nothing reads the clock. */
function quietly<T>(make: () => T): T {
  const before = getConsoleFunction();
  setConsoleFunction(() => undefined);
  try {
    return make();
  } finally {
    setConsoleFunction(before);
  }
}
