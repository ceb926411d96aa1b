import type { SceneDocument } from '@diorama/shared/scene/document.ts';
import { Timer, type WebGLRenderer } from 'three';
import type { OrbitControls } from 'three/addons/controls/OrbitControls.js';
import type { AssetSource, LoadProgress } from './asset-loader.ts';
import { createControls } from './controls.ts';
import { createRenderer } from './renderer.ts';
import { type AnyCamera, aimCamera, createSceneCamera, shapeCamera } from './scene-camera.ts';
import { SceneView } from './scene-view.ts';

/** What a canvas is made with. */
export type SceneCanvasOptions = {
  /** Filled with the canvas; its size is followed. */
  host: HTMLElement;
  /** What the canvas is called to those who cannot see it. */
  label: string;
  document: SceneDocument;
  assets: AssetSource;
  onProgress?: (progress: LoadProgress) => void;
  /** The GPU has taken the picture away, or given it back. */
  onContext?: (isLost: boolean) => void;
};

/** A scene to look at: canvas, camera, controls, and a loop that draws only when something changed. */
export class SceneCanvas {
  readonly view: SceneView;
  readonly camera: AnyCamera;
  readonly controls: OrbitControls;
  readonly #renderer: WebGLRenderer;
  readonly #timer = new Timer();
  readonly #observer: ResizeObserver;
  readonly #abort = new AbortController();
  #frame = 0;
  #aspect = 1;

  constructor({ host, label, document, assets, onProgress, onContext }: SceneCanvasOptions) {
    const renderer = createRenderer('page');
    host.append(renderer.domElement);
    describe(renderer.domElement, label);
    this.#renderer = renderer;
    this.view = new SceneView({ renderer, assets, onProgress, onInvalidate: this.invalidate });
    this.camera = createSceneCamera(document.camera);
    this.controls = createControls(this.camera, renderer.domElement, 'viewer');
    this.controls.addEventListener('change', this.invalidate);
    this.controls.listenToKeyEvents(renderer.domElement);
    this.view.setDocument(document);
    this.#aspect = host.clientWidth / Math.max(host.clientHeight, 1);
    this.lookFrom(document.camera);
    // Tells the size for the first time as soon as it observes.
    this.#observer = new ResizeObserver(() => this.#resize(host));
    this.#observer.observe(host);
    const { signal } = this.#abort;
    renderer.domElement.addEventListener('webglcontextlost', () => onContext?.(true), { signal });
    renderer.domElement.addEventListener('webglcontextrestored', () => onContext?.(false), { signal });
  }

  /** Draws at the next frame. */
  readonly invalidate = (): void => {
    this.#frame ||= requestAnimationFrame(this.#draw);
  };

  /** Puts the camera where a document says, further away in a narrow viewport. */
  lookFrom(from: SceneDocument['camera']): void {
    aimCamera(this.camera, from, this.#aspect);
    this.controls.target.fromArray(from.target);
    this.controls.update();
    this.invalidate();
  }

  /** Ends the loop and frees everything, the canvas too. */
  dispose(): void {
    cancelAnimationFrame(this.#frame);
    this.#abort.abort();
    this.#observer.disconnect();
    this.controls.dispose();
    this.view.dispose();
    this.#renderer.dispose();
    this.#renderer.domElement.remove();
  }

  readonly #draw = (now: number): void => {
    this.#frame = 0;
    this.#timer.update(now);
    if (this.view.isPlaying) {
      this.view.advance(this.#timer.getDelta());
      this.invalidate();
    }
    // While the damping lasts, `update` moves the camera, which invalidates again.
    this.controls.update();
    this.view.render(this.camera);
  };

  #resize(host: HTMLElement): void {
    const { clientWidth: width, clientHeight: height } = host;
    if (width === 0 || height === 0) {
      return;
    }
    this.#renderer.setSize(width, height);
    this.#aspect = width / height;
    shapeCamera(this.camera, this.#aspect);
    this.view.setAspect(this.#aspect);
    this.#draw(performance.now());
  }
}

function describe(canvas: HTMLCanvasElement, label: string): void {
  canvas.tabIndex = 0;
  canvas.setAttribute('role', 'img');
  canvas.setAttribute('aria-label', label);
}
