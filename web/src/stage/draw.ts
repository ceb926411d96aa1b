import type { StageDrawRequest, StageDrawResult, StageView } from '@diorama/shared/domain/stage-protocol.ts';
import { assetReferences } from '@diorama/shared/scene/asset-references.ts';
import { emptyDocument, type SceneCamera } from '@diorama/shared/scene/document.ts';
import {
  type Box3,
  DoubleSide,
  type Material,
  Mesh,
  type Object3D,
  type Side,
  Vector3,
  type WebGLRenderer,
} from 'three';
import { contentAspect } from '../scene/content-aspect.ts';
import { type Frame, frameBox, freeLens, type Insets } from '../scene/framing.ts';
import { createRenderer } from '../scene/renderer.ts';
import { type AnyCamera, aimCamera, cameraViewOf, createSceneCamera } from '../scene/scene-camera.ts';
import { SceneView } from '../scene/scene-view.ts';

/**
 * Renders scenes one after the other with one view. Without a GPU, the cost of a first picture is not in its
 * triangles but in its shaders and filtered light, which are reused.
 */
export class StageRenderer {
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

  /** Renders a scene from each view, always with the same pixels: animations stay at their start. */
  async draw(request: StageDrawRequest): Promise<StageDrawResult> {
    const { document: scene, assets, views, width, height } = request;
    const view = this.#view;
    this.#assets = assets;
    this.#renderer.setSize(width, height, false);
    view.setAspect(width / height);
    view.setDocument(scene);
    const failures = await view.ready();
    view.seek(0);
    const bounds = view.boundsOf();
    const restore = request.bothSides ? showBothSides(view.nodes.drawn.objects) : undefined;
    const frame = { width, height, insets: insetsOf(request) };
    const pictures = views.map((asked) => {
      const from = asked.kind === 'camera' ? asked.camera : fittingCamera(asked, bounds, frame);
      const { position, target } = cameraViewOf(from);
      const measured = { position, target, fov: from.fov, projection: from.projection };
      const isKept = asked.kind === 'camera';
      const aspect = isKept ? contentAspect(measured, view.nodes.drawn.shownBoxes()) : undefined;
      view.render(createCamera(from, frame, aspect), { distance: position.distanceTo(target) });
      return toPng(this.#renderer.domElement);
    });
    restore?.();
    const named = new Set(assetReferences(scene));
    const hasContent = !bounds.isEmpty();
    view.setDocument(emptyDocument());
    return {
      pictures,
      renderer: nameRenderer(this.#renderer),
      hasContent,
      // The view also keeps failures of earlier scenes.
      failures: failures.map(({ iri }) => iri).filter((iri) => named.has(iri)),
    };
  }
}

/** Makes materials double-sided. @returns a function that restores them, as the view reuses them for other scenes. */
function showBothSides(objects: readonly Object3D[]): () => void {
  const turned = new Map<Material, Side>();
  for (const object of objects) {
    object.traverse((part) => {
      const materials: Material[] = part instanceof Mesh ? [part.material].flat() : [];
      for (const material of materials.filter(({ side }) => side !== DoubleSide)) {
        turned.set(material, material.side);
        material.side = DoubleSide;
        material.needsUpdate = true;
      }
    });
  }
  return () => {
    for (const [material, side] of turned) {
      material.side = side;
      material.needsUpdate = true;
    }
  };
}

/** Leaves as much at both sides as others crop. */
function insetsOf({ width, height, keptAspect }: StageDrawRequest): Insets {
  const side = keptAspect === undefined ? 0 : Math.max(0, (width - height * keptAspect) / 2);
  return { top: 0, right: side, bottom: 0, left: side };
}

/** Creates the camera of a view as on every surface, without insets. */
function createCamera(from: SceneCamera, frame: Frame, aspect?: number): AnyCamera {
  const camera = createSceneCamera(from);
  aimCamera(camera, from, frame, aspect);
  camera.updateProjectionMatrix();
  camera.updateMatrixWorld();
  return camera;
}

function fittingCamera(
  { from, fov }: Extract<StageView, { kind: 'fit' }>,
  bounds: Box3,
  frame: Frame,
): SceneCamera {
  const { position, target } = frameBox(bounds, new Vector3(...from), freeLens(fov, frame));
  return { position: position.toArray(), target: target.toArray(), fov, projection: 'perspective' };
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
