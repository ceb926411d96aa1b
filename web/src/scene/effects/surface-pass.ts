import { Pass } from 'postprocessing';
import {
  Color,
  DepthTexture,
  FloatType,
  HalfFloatType,
  type Material,
  Mesh,
  NearestFilter,
  type Object3D,
  type Scene,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import type { AnyCamera } from '../scene-camera.ts';
import { HIDDEN, SurfaceMaterials } from './surface-materials.ts';

/** An object with materials. */
type ObjectWithMaterial = Object3D & { material: Material | Material[] };

/** Renders normals, roughness and reflectance of a scene's surfaces (a G-buffer). */
export class SurfacePass extends Pass {
  readonly #scene: Scene;
  readonly #camera: AnyCamera;
  readonly #materials = new SurfaceMaterials();
  readonly #target = new WebGLRenderTarget(1, 1, {
    count: 2,
    type: HalfFloatType,
    minFilter: NearestFilter,
    magFilter: NearestFilter,
    depthTexture: new DepthTexture(1, 1, FloatType),
  });

  constructor(scene: Scene, camera: AnyCamera) {
    super('SurfacePass');
    this.needsSwap = false;
    this.#scene = scene;
    this.#camera = camera;
  }

  /** Render targets: normal and roughness, reflectance, and depth. */
  get pictures() {
    const [surface, reflectance] = this.#target.textures;
    return { surface, reflectance, depth: this.#target.depthTexture };
  }

  override setSize(width: number, height: number): void {
    this.#target.setSize(width, height);
  }

  override render(renderer: WebGLRenderer): void {
    const { background } = this.#scene;
    const color = renderer.getClearColor(new Color());
    const alpha = renderer.getClearAlpha();
    const restoreMaterials = this.#overrideMaterials();
    this.#scene.background = null;
    try {
      renderer.setRenderTarget(this.#target);
      renderer.setClearColor(0, 0);
      renderer.clear();
      renderer.render(this.#scene, this.#camera);
    } finally {
      renderer.setClearColor(color, alpha);
      this.#scene.background = background;
      restoreMaterials();
    }
  }

  override dispose(): void {
    super.dispose();
    this.#materials.dispose();
    this.#target.dispose();
  }

  /** Assigns the doubles; returns a function that restores the materials. */
  #overrideMaterials(): () => void {
    const own: [ObjectWithMaterial, ObjectWithMaterial['material']][] = [];
    this.#materials.beginFrame();
    this.#scene.traverseVisible((object) => {
      if (hasMaterial(object)) {
        own.push([object, object.material]);
        object.material = this.#doublesOf(object);
      }
    });
    return () => {
      for (const [object, material] of own) {
        object.material = material;
      }
    };
  }

  #doublesOf(object: ObjectWithMaterial): Material | Material[] {
    const { material } = object;
    if (!(object instanceof Mesh)) {
      // Lines and points have no normals.
      return HIDDEN;
    }
    return Array.isArray(material)
      ? material.map((one) => this.#materials.of(one))
      : this.#materials.of(material);
  }
}

function hasMaterial(object: Object3D): object is ObjectWithMaterial {
  return 'material' in object;
}
