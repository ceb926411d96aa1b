import {
  type Material,
  MeshBasicMaterial,
  MeshPhysicalMaterial,
  MeshStandardMaterial,
  NormalBlending,
} from 'three';

/** For what is not drawn. */
export const HIDDEN = new MeshBasicMaterial({ visible: false });

const OUTPUT = '#include <common>\nlayout(location = 1) out highp vec4 reflectance;';

/** The normal in the eye's space, folded into two values, the roughness, and the reflectance at right angles. */
const MIRROR = `
vec3 unfolded = normal / (abs(normal.x) + abs(normal.y) + abs(normal.z));
vec2 signs = vec2(unfolded.x < 0.0 ? -1.0 : 1.0, unfolded.y < 0.0 ? -1.0 : 1.0);
vec2 folded = unfolded.z < 0.0 ? (1.0 - abs(unfolded.yx)) * signs : unfolded.xy;
reflectance = vec4(material.specularColorBlended * gl_FragColor.a, 1.0);
gl_FragColor = vec4(folded, material.roughness, 1.0);`;

/** What has no surface of its own, such as a picture that is not lit, is mirrored and mirrors nothing. */
const MATTE = `
reflectance = vec4(0.0, 0.0, 0.0, 1.0);
gl_FragColor = vec4(0.0, 0.0, 1.0, 1.0);`;

/**
 * Gives each material of a scene its double, of which two pictures are drawn at once: how the surface lies and how rough
 * it is, and how much it mirrors. A double does all that its material does, so that maps, skins and instances are those
 * of the scene.
 */
export class SurfaceMaterials {
  readonly #doubles = new Map<Material, { double: Material; version: number; frame: number }>();
  #frame = 0;

  /** Materials may have changed since: each is looked at once a frame, however many things have it. */
  beginFrame(): void {
    this.#frame += 1;
  }

  /** The double of a material as it is now; one that draws nothing where things are seen through it. */
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
      // Its program is another one now, such as for a map that has come.
      known.version = source.version;
      double.needsUpdate = true;
    }
    return double;
  }

  /** Frees all doubles. */
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
