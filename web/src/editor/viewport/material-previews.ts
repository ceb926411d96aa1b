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
import type { MaterialPainter, PreviewForm } from '../scene-queries.ts';

type Dependencies = {
  renderer: WebGLRenderer;
  assets: AssetSource;
  /** Requests a frame, in which {@link MaterialPreviews.draw} is called. */
  onInvalidate: () => void;
};

type Preview = { id: string; canvas: HTMLCanvasElement; material: Material; form: PreviewForm };

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
export class MaterialPreviews extends Manager implements MaterialPainter {
  readonly #dependencies: Dependencies;
  readonly #view: SceneView;
  readonly #camera = new PerspectiveCamera(26, 1);
  readonly #previews = new Set<Preview>();
  readonly #undrawn = new Set<Preview>();
  /** Grid place of each preview. */
  readonly #places: (Preview | null)[] = [];
  #isStale = false;

  constructor(dependencies: Dependencies) {
    super();
    this.#dependencies = dependencies;
    this.#view = this.#keepingRenderer(
      () =>
        new SceneView({
          renderer: dependencies.renderer,
          assets: dependencies.assets,
          onInvalidate: this.#handleChange,
        }),
    );
    this.register(() => this.#view.dispose());
  }

  follow(canvas: HTMLCanvasElement, material: Material, form: PreviewForm = 'sphere'): () => void {
    const free = this.#places.indexOf(null);
    const place = free < 0 ? this.#places.length : free;
    const preview = { id: `ball-${place}`, canvas, material, form };
    this.#places[place] = preview;
    this.#previews.add(preview);
    this.#undrawn.add(preview);
    this.#isStale = true;
    this.#dependencies.onInvalidate();
    return () => {
      this.#places[place] = null;
      this.#previews.delete(preview);
      this.#undrawn.delete(preview);
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
      for (const preview of [...this.#undrawn].slice(0, PER_FRAME)) {
        this.#undrawn.delete(preview);
        this.#drawPreview(preview);
      }
    });
    if (this.#undrawn.size > 0) {
      this.#dependencies.onInvalidate();
    }
  }

  #drawPreview({ id, canvas }: Preview): void {
    const { renderer } = this.#dependencies;
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
    const { renderer } = this.#dependencies;
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
    for (const preview of this.#previews) {
      this.#undrawn.add(preview);
    }
    this.#dependencies.onInvalidate();
  };
}

const EMPTY = emptyDocument();
const SURROUNDINGS: SceneDocument['environment'] = {
  ...EMPTY.environment,
  background: { ...EMPTY.environment.background, kind: 'transparent' },
  ground: { ...EMPTY.environment.ground, kind: 'none' },
};
const FORMS: Readonly<Record<PreviewForm, SceneNode>> = {
  sphere: sceneNode.parse({ kind: 'sphere', props: { radius: 1 } }),
  // Turned so that three faces are visible.
  cube: sceneNode.parse({
    kind: 'box',
    props: { size: [1.25, 1.25, 1.25] },
    rotation: new Quaternion().setFromEuler(new Euler(0.4, -0.65, 0)).toArray(),
  }),
};

function documentOf(places: readonly (Preview | null)[]): SceneDocument {
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
