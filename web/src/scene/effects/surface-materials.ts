import {
  type Material,
  MeshBasicMaterial,
  MeshPhysicalMaterial,
  MeshStandardMaterial,
  NormalBlending,
} from 'three';

/** Material for hidden objects. */
export const HIDDEN = new MeshBasicMaterial({ visible: false });

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
export class SurfaceMaterials {
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

function isSolid(material: Material): boolean {
  if (material instanceof MeshPhysicalMaterial && material.transmission > 0) {
    return false;
  }
  const isKnown = material instanceof MeshStandardMaterial || material instanceof MeshBasicMaterial;
  const isOpaque = !material.transparent && material.depthWrite;
  return isKnown && (isOpaque || material.userData.isMirror === true);
}
