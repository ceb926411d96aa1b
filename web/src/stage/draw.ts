import type { StageDrawRequest, StageDrawResult, StageView } from '@diorama/shared/domain/stage-protocol.ts';
import { assetReferences } from '@diorama/shared/scene/asset-references.ts';
import { emptyDocument } from '@diorama/shared/scene/document.ts';
import { type Box3, OrthographicCamera, PerspectiveCamera, Vector3, type WebGLRenderer } from 'three';
import { frameBox } from '../scene/framing.ts';
import { createRenderer } from '../scene/renderer.ts';
import type { AnyCamera } from '../scene/scene-camera.ts';
import { SceneView } from '../scene/scene-view.ts';

/**
 * Draws scenes one after the other with one view, because what a first picture costs without a graphics card is not
 * its triangles but its shaders and its filtered light, and these stay.
 */
export class Draughtsman {
  readonly #renderer = createRenderer('picture');
  readonly #view: SceneView;
  #assets: Record<string, string> = {};

  constructor() {
    this.#view = new SceneView({
      renderer: this.#renderer,
      assets: async (iri) => {
        const url = this.#assets[iri];
        return url === undefined ? null : { url };
      },
    });
  }

  /** Pictures of a scene from each view, always with the same pixels: animations stand at their beginning. */
  async draw({ document: scene, assets, views, width, height }: StageDrawRequest): Promise<StageDrawResult> {
    const view = this.#view;
    this.#assets = assets;
    this.#renderer.setSize(width, height, false);
    view.setAspect(width / height);
    view.setDocument(scene);
    const failures = await view.ready();
    view.seek(0);
    const bounds = view.boundsOf();
    const pictures = views.map((from) => {
      view.render(createCamera(from, bounds, width / height));
      return toPng(this.#renderer.domElement);
    });
    const named = new Set(assetReferences(scene));
    const hasContent = !bounds.isEmpty();
    view.setDocument(emptyDocument());
    return {
      pictures,
      renderer: nameRenderer(this.#renderer),
      hasContent,
      // The view remembers what failed it in earlier scenes too.
      failures: failures.map(({ iri }) => iri).filter((iri) => named.has(iri)),
    };
  }
}

function createCamera(view: StageView, bounds: Box3, aspect: number): AnyCamera {
  const { position, target, fov } =
    view.kind === 'fit'
      ? { ...frameBox(bounds, new Vector3(...view.from), { fov: view.fov, aspect }), fov: view.fov }
      : {
          position: new Vector3(...view.camera.position),
          target: new Vector3(...view.camera.target),
          fov: view.camera.fov,
        };
  const isFlat = view.kind === 'camera' && view.camera.projection === 'orthographic';
  const camera = isFlat
    ? createOrthographic(position.distanceTo(target), fov, aspect)
    : new PerspectiveCamera(fov, aspect);
  camera.position.copy(position);
  camera.lookAt(target);
  camera.updateProjectionMatrix();
  camera.updateMatrixWorld();
  return camera;
}

/** Shows at the target's distance what a perspective camera of that angle would. */
function createOrthographic(distance: number, fov: number, aspect: number): OrthographicCamera {
  const halfHeight = distance * Math.tan((fov * Math.PI) / 360);
  return new OrthographicCamera(-halfHeight * aspect, halfHeight * aspect, halfHeight, -halfHeight);
}

function nameRenderer(renderer: WebGLRenderer): string {
  const context = renderer.getContext();
  const extension = context.getExtension('WEBGL_debug_renderer_info');
  return extension ? String(context.getParameter(extension.UNMASKED_RENDERER_WEBGL)) : '';
}

function toPng(canvas: HTMLCanvasElement): string {
  const url = canvas.toDataURL('image/png');
  return url.slice(url.indexOf(',') + 1);
}
