import { Pass } from 'postprocessing';
import {
  Color,
  DepthTexture,
  FloatType,
  HalfFloatType,
  type Material,
  Mesh,
  MeshBasicMaterial,
  MeshPhysicalMaterial,
  MeshStandardMaterial,
  NearestFilter,
  NormalBlending,
  type Object3D,
  type Scene,
  type WebGLRenderer,
  WebGLRenderTarget,
} from 'three';
import type { AnyCamera } from '../scene-camera.ts';

/** Material for hidden objects. */
const HIDDEN = new MeshBasicMaterial({ visible: false });

const OUTPUT = '#include <common>\nlayout(location = 1) out highp vec4 reflectance;';

/** Output: the normal in view space encoded in two values, the roughness, and the reflectance at normal incidence. */
const MIRROR = `
vec3 unfolded = normal / (abs(normal.x) + abs(normal.y) + abs(normal.z));
vec2 signs = vec2(unfolded.x < 0.0 ? -1.0 : 1.0, unfolded.y < 0.0 ? -1.0 : 1.0);
vec2 folded = unfolded.z < 0.0 ? (1.0 - abs(unfolded.yx)) * signs : unfolded.xy;
reflectance = vec4(material.specularColorBlended * gl_FragColor.a, 1.0);
gl_FragColor = vec4(folded, material.roughness, 1.0);`;

/** Output of unlit materials: they are reflected but reflect nothing. */
const MATTE = `
reflectance = vec4(0.0, 0.0, 0.0, 1.0);
gl_FragColor = vec4(0.0, 0.0, 1.0, 1.0);`;

/**
 * Pairs each material with a double that writes two targets at once: normal and roughness, and reflectance. A double
 * keeps the features of its material, so that maps, skins and instances match the scene.
 */
class SurfaceMaterials {
  readonly #doubles = new Map<Material, { double: Material; version: number; frame: number }>();
  #frame = 0;

  /** Starts a frame: each material is compared once per frame, however many meshes use it. */
  beginFrame(): void {
    this.#frame += 1;
  }

  /** Returns the current double of a material; transparent ones get a double that draws nothing. */
  of(source: Material): Material {
    if (!isSolid(source)) {
      return HIDDEN;
    }
    const known = this.#doubles.get(source) ?? this.#add(source);
    const { double } = known;
    if (known.frame === this.#frame) {
      return double;
    }
    known.frame = this.#frame;
    double.copy(source);
    Object.assign(double, { transparent: false, depthWrite: true, blending: NormalBlending, fog: false });
    if (known.version !== source.version) {
      // The program has changed, such as after loading a map.
      known.version = source.version;
      double.needsUpdate = true;
    }
    return double;
  }

  dispose(): void {
    for (const [source, { double }] of this.#doubles) {
      source.removeEventListener('dispose', this.#handleDispose);
      double.dispose();
    }
    this.#doubles.clear();
  }

  #add(source: Material) {
    const double = source.clone();
    const end = source instanceof MeshStandardMaterial ? MIRROR : MATTE;
    double.onBeforeCompile = (shader, renderer) => {
      source.onBeforeCompile(shader, renderer);
      shader.fragmentShader = shader.fragmentShader
        .replace('#include <common>', OUTPUT)
        .replace('#include <dithering_fragment>', end);
    };
    double.customProgramCacheKey = () => `surface|${source.customProgramCacheKey()}`;
    source.addEventListener('dispose', this.#handleDispose);
    const added = { double, version: source.version, frame: -1 };
    this.#doubles.set(source, added);
    return added;
  }

  readonly #handleDispose = ({ target }: { target: Material }) => {
    target.removeEventListener('dispose', this.#handleDispose);
    this.#doubles.get(target)?.double.dispose();
    this.#doubles.delete(target);
  };
}

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

function isSolid(material: Material): boolean {
  if (material instanceof MeshPhysicalMaterial && material.transmission > 0) {
    return false;
  }
  const isKnown = material instanceof MeshStandardMaterial || material instanceof MeshBasicMaterial;
  const isOpaque = !material.transparent && material.depthWrite;
  return isKnown && (isOpaque || material.userData.isMirror === true);
}
