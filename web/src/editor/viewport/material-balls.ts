import {
  emptyDocument,
  type Material,
  type SceneDocument,
  type SceneNode,
  sceneNode,
} from '@diorama/shared/scene/document.ts';
import { Euler, PerspectiveCamera, Quaternion, Vector4, type WebGLRenderer } from 'three';
import type { AssetSource } from '../../scene/asset-loader.ts';
import { SceneView } from '../../scene/scene-view.ts';
import { Manager } from '../managers/manager.ts';

/** Object of a material preview. */
export type BallForm = 'sphere' | 'cube';

/** Renders material previews for panels. */
export type MaterialPainter = {
  /** Keeps a canvas updated with a preview of a material, until the returned function is called. */
  follow(canvas: HTMLCanvasElement, material: Material, form?: BallForm): () => void;
};

type Means = {
  renderer: WebGLRenderer;
  assets: AssetSource;
  /** Requests a frame, in which {@link MaterialBalls.draw} is called. */
  onInvalidate: () => void;
};

type Ball = { id: string; canvas: HTMLCanvasElement; material: Material; form: BallForm };

/** Number of previews drawn per frame; a shelf fills over several frames. */
const PER_FRAME = 4;
/** Distance between previews in metres, so that a camera sees only one. */
const APART = 100;
const DISTANCE = 4.6;

/**
 * Material previews, drawn by the viewport's renderer into a corner of its canvas just before the scene, and
 * copied from there. A second WebGL context would duplicate all resources. All previews share one scene, so
 * that resources are loaded once.
 */
export class MaterialBalls extends Manager implements MaterialPainter {
  readonly #means: Means;
  readonly #view: SceneView;
  readonly #camera = new PerspectiveCamera(26, 1);
  readonly #balls = new Set<Ball>();
  readonly #undrawn = new Set<Ball>();
  /** Grid place of each preview. */
  readonly #places: (Ball | null)[] = [];
  #isStale = false;

  constructor(means: Means) {
    super();
    this.#means = means;
    this.#view = this.#keepingRenderer(
      () =>
        new SceneView({
          renderer: means.renderer,
          assets: means.assets,
          onInvalidate: this.#handleChange,
        }),
    );
    this.register(() => this.#view.dispose());
  }

  follow(canvas: HTMLCanvasElement, material: Material, form: BallForm = 'sphere'): () => void {
    const free = this.#places.indexOf(null);
    const place = free < 0 ? this.#places.length : free;
    const ball = { id: `ball-${place}`, canvas, material, form };
    this.#places[place] = ball;
    this.#balls.add(ball);
    this.#undrawn.add(ball);
    this.#isStale = true;
    this.#means.onInvalidate();
    return () => {
      this.#places[place] = null;
      this.#balls.delete(ball);
      this.#undrawn.delete(ball);
      this.#isStale = true;
    };
  }

  /** Draws some pending previews; the scene's frame is drawn over them afterwards. */
  draw(): void {
    if (this.#undrawn.size === 0) {
      return;
    }
    this.#keepingRenderer(() => {
      if (this.#isStale) {
        this.#isStale = false;
        this.#view.setDocument(documentOf(this.#places));
      }
      for (const ball of [...this.#undrawn].slice(0, PER_FRAME)) {
        this.#undrawn.delete(ball);
        this.#drawBall(ball);
      }
    });
    if (this.#undrawn.size > 0) {
      this.#means.onInvalidate();
    }
  }

  #drawBall({ id, canvas }: Ball): void {
    const { renderer } = this.#means;
    const { domElement } = renderer;
    const size = Math.min(canvas.width, canvas.height, domElement.width, domElement.height);
    const x = Number(id.slice('ball-'.length)) * APART;
    const side = size / renderer.getPixelRatio();
    this.#camera.position.set(x, 0.35, DISTANCE);
    this.#camera.lookAt(x, 0, 0);
    this.#camera.updateMatrixWorld();
    renderer.setViewport(0, 0, side, side);
    renderer.setScissor(0, 0, side, side);
    renderer.setScissorTest(true);
    this.#view.render(this.#camera);
    const context = canvas.getContext('2d');
    context?.clearRect(0, 0, canvas.width, canvas.height);
    // WebGL coordinates start at the bottom.
    context?.drawImage(
      domElement,
      0,
      domElement.height - size,
      size,
      size,
      0,
      0,
      canvas.width,
      canvas.height,
    );
  }

  /** Restores the renderer settings of the scene, and leaves its shadows to its next frame. */
  #keepingRenderer<Result>(work: () => Result): Result {
    const { renderer } = this.#means;
    const { toneMapping, toneMappingExposure, autoClear } = renderer;
    const { needsUpdate } = renderer.shadowMap;
    const viewport = renderer.getViewport(new Vector4());
    renderer.autoClear = true;
    const result = work();
    renderer.setScissorTest(false);
    renderer.setViewport(viewport);
    Object.assign(renderer, { toneMapping, toneMappingExposure, autoClear });
    renderer.shadowMap.needsUpdate = needsUpdate;
    return result;
  }

  readonly #handleChange = (): void => {
    // A resource of any preview has loaded.
    for (const ball of this.#balls) {
      this.#undrawn.add(ball);
    }
    this.#means.onInvalidate();
  };
}

const EMPTY = emptyDocument();
const SURROUNDINGS: SceneDocument['environment'] = {
  ...EMPTY.environment,
  background: { ...EMPTY.environment.background, kind: 'transparent' },
  ground: { ...EMPTY.environment.ground, kind: 'none' },
};
const FORMS: Readonly<Record<BallForm, SceneNode>> = {
  sphere: sceneNode.parse({ kind: 'sphere', props: { radius: 1 } }),
  // Turned so that three faces are visible.
  cube: sceneNode.parse({
    kind: 'box',
    props: { size: [1.25, 1.25, 1.25] },
    rotation: new Quaternion().setFromEuler(new Euler(0.4, -0.65, 0)).toArray(),
  }),
};

function documentOf(places: readonly (Ball | null)[]): SceneDocument {
  const there = places.flatMap((place, i) => (place ? [{ ...place, x: i * APART }] : []));
  const nodes = there.map(({ id, x, form }): [string, SceneNode] => [
    id,
    { ...FORMS[form], position: [x, 0, 0], material: id },
  ]);
  return {
    ...EMPTY,
    environment: SURROUNDINGS,
    materials: Object.fromEntries(there.map(({ id, material }) => [id, material])),
    nodes: Object.fromEntries(nodes),
  };
}
