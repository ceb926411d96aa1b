import { Color, type MeshPhysicalMaterial, NoColorSpace, SRGBColorSpace, type Texture, Vector2 } from 'three';
import { type Placing, placingOf } from './picture-placing.ts';
import { numbersIn, type Picture, type ShaderNetwork, type Source } from './shader-network.ts';
import { defaultsOf, INPUT_NAMES, type SurfaceInput } from './surface-inputs.ts';

/** Returns a texture of a picture, which may still be loading. */
type LoadPicture = (file: string, placing: Placing) => Texture;

/** Lost features of a material. */
type LostOfMaterial = {
  /** None of its surface shaders is known. */
  isUnknown: boolean;
  /** Files of pictures that no property reads. */
  pictures: string[];
};

/** Luminance that counts as an emission of 1, in nits. */
const NITS = 1_000;
/** Reflection of a surface with the usual index of refraction. */
const USUAL_REFLECTION = 0.04;
const MOST_SPECULAR = 25;
const NANOMETRES = 1_000;
const GLTF_SHADER = /gltf_pbr/;
/** Alpha mode of glTF's shader. */
const BLEND = 2;

/**
 * Sets a material by its surface shader: UsdPreviewSurface, standard_surface, OpenPBR, glTF PBR, and shaders of Arnold
 * and MDL whose inputs have the same names.
 */
export function applySurface(
  material: MeshPhysicalMaterial,
  path: string,
  { network, load }: { network: ShaderNetwork; load: LoadPicture },
): LostOfMaterial {
  const shaders = network.surfacesOf(path);
  const shader = shaders.find((one) => isKnown(network, one));
  if (shader === undefined) {
    return { isUnknown: shaders.length > 0, pictures: [] };
  }
  const surface = new Surface(network, shader, load);
  surface.setColor(material);
  surface.setNumbers(material);
  surface.setEmission(material);
  surface.setOpacity(material);
  surface.setLayers(material);
  const pictures = network
    .texturesBehind(shader)
    .filter((node) => node !== shader && !surface.used.has(node));
  return { isUnknown: false, pictures };
}

function isKnown(network: ShaderNetwork, shader: string): boolean {
  const names = new Set<string>([...INPUT_NAMES.color, ...INPUT_NAMES.roughness, ...INPUT_NAMES.emission]);
  return (
    defaultsOf(network.idOf(shader)) !== undefined || network.inputsOf(shader).some((name) => names.has(name))
  );
}

/** Writes the inputs of one surface shader into a material. */
class Surface {
  /** Texture nodes whose pictures the material shows. */
  readonly used = new Set<string>();
  readonly #network: ShaderNetwork;
  readonly #shader: string;
  readonly #load: LoadPicture;
  readonly #id: string;

  constructor(network: ShaderNetwork, shader: string, load: LoadPicture) {
    this.#network = network;
    this.#shader = shader;
    this.#load = load;
    this.#id = network.idOf(shader);
  }

  setColor(material: MeshPhysicalMaterial): void {
    const source = this.#source('color');
    const weight = this.#number('colorWeight', 1);
    const map = this.#texture(source, true);
    material.map = map;
    material.color = colorOf(source?.picture?.factor ?? this.#values('color', [1])).multiplyScalar(weight);
    const subsurface = this.#number('subsurface', 0);
    if (subsurface > 0 && !map && !this.#source('subsurfaceColor')?.picture) {
      material.color.lerp(colorOf(this.#values('subsurfaceColor', [0.8])), Math.min(1, subsurface));
    } else if (subsurface > 0) {
      // The same picture may be seen below the surface.
      this.#see('subsurfaceColor');
    }
  }

  setNumbers(material: MeshPhysicalMaterial): void {
    material.metalnessMap = this.#texture(this.#source('metalness'), false, 'b');
    material.metalness = this.#factor('metalness', 0);
    const roughness = this.#source('roughness');
    material.roughnessMap = this.#texture(roughness, false, 'g');
    material.roughness = this.#factor('roughness', 0.5);
    if (material.roughnessMap && roughness?.picture?.isInverted) {
      material.roughnessMap.userData.isGlossiness = true;
    }
    material.aoMap = this.#texture(this.#source('occlusion'), false, 'r');
    const normal = this.#source('normal');
    const relief = this.#texture(normal, false);
    if (normal?.picture?.isHeight) {
      material.bumpMap = relief;
    } else if (relief && normal?.picture) {
      material.normalMap = relief;
      this.#setStrength(material, normal.picture);
    }
  }

  setEmission(material: MeshPhysicalMaterial): void {
    const source = this.#source('emission');
    const luminance = this.#isSet('luminance') ? this.#number('luminance', 0) / NITS : 1;
    const weight = this.#number('emissionWeight', 1) * luminance;
    const isOff = this.#network.constant(this.#shader, 'inputs:enable_emission') === false;
    if (!(weight > 0) || isOff) {
      this.#see('emission');
      return;
    }
    material.emissiveMap = this.#texture(source, true);
    const isWhite = this.#isSet('emissionWeight') || this.#isSet('luminance');
    const color = source?.picture?.factor ?? this.#values('emission', [isWhite ? 1 : 0]);
    // Light beyond white is brightness.
    const brightest = Math.max(1, ...color);
    const strength = Math.max(1, weight * brightest);
    material.emissive = colorOf(color.map((part) => (part * weight) / strength));
    material.emissiveIntensity = strength;
  }

  setOpacity(material: MeshPhysicalMaterial): void {
    const source = this.#source('opacity');
    if (this.#isOpaque()) {
      this.#see('opacity');
      return;
    }
    const cutoff = this.#alphaMode() === BLEND ? 0 : this.#number('cutoff', 0);
    if (source?.picture) {
      const color = this.#source('color')?.picture;
      const isAlphaOfColor = color?.file === source.picture.file && source.picture.channel === 'a';
      if (isAlphaOfColor) {
        this.used.add(source.picture.node);
      } else {
        material.alphaMap = this.#texture(source, false, 'g');
      }
      material.alphaTest = cutoff;
      material.transparent = cutoff === 0;
      return;
    }
    const values = this.#values('opacity', [1]);
    const opacity = values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);
    material.opacity = Math.min(1, Math.max(0, opacity));
    material.transparent = material.opacity < 1 && cutoff === 0;
    material.alphaTest = material.opacity < 1 ? cutoff : 0;
  }

  /** Some shaders ignore their opacity unless it is switched on. */
  #isOpaque(): boolean {
    const isOn = this.#network.constant(this.#shader, 'inputs:enable_opacity');
    return this.#alphaMode() === 0 || (this.#id.startsWith('Omni') && Number(isOn ?? 0) !== 1);
  }

  #alphaMode(): number | undefined {
    return GLTF_SHADER.test(this.#id)
      ? Number(this.#network.constant(this.#shader, 'inputs:alpha_mode') ?? 0)
      : undefined;
  }

  setLayers(material: MeshPhysicalMaterial): void {
    material.ior = Math.max(1, this.#number('ior', 1.5));
    this.#setTransmission(material);
    material.clearcoat = Math.min(1, this.#number('coat', 0));
    material.clearcoatRoughness = Math.min(1, this.#number('coatRoughness', 0));
    this.#setSpecular(material);
    if (this.#isSet('sheenColor') || this.#number('sheen', 0) > 0) {
      material.sheen = this.#isSet('sheen') ? this.#number('sheen', 0) : 1;
      material.sheenColor = colorOf(this.#values('sheenColor', [1]));
      material.sheenRoughness = this.#number('sheenRoughness', 0.3);
    }
    const film = this.#number('thinFilm', 0);
    if (film > 0) {
      material.iridescence = Math.min(1, film);
      material.iridescenceIOR = this.#number('thinFilmIor', 1.4);
      const thickness = this.#number('thinFilmThickness', 0.5) * NANOMETRES;
      material.iridescenceThicknessRange = [thickness, thickness];
    }
    material.anisotropy = Math.min(1, this.#number('anisotropy', 0));
  }

  #setTransmission(material: MeshPhysicalMaterial): void {
    material.transmission = Math.min(1, this.#number('transmission', 0));
    if (material.transmission === 0 || GLTF_SHADER.test(this.#id)) {
      return;
    }
    const color = colorOf(this.#values('transmissionColor', [1]));
    const depth = this.#number('transmissionDepth', 0);
    if (depth > 0) {
      material.attenuationColor = color;
      material.attenuationDistance = depth;
      material.thickness = depth;
    } else {
      // Transmitted light is tinted at the surface.
      material.color.lerp(color, material.transmission);
    }
  }

  #setSpecular(material: MeshPhysicalMaterial): void {
    const isWorkflow = this.#network.constant(this.#shader, 'inputs:useSpecularWorkflow');
    const isPreview = this.#id.includes('UsdPreviewSurface');
    if (isPreview && Number(isWorkflow ?? 0) !== 1) {
      return;
    }
    if (isPreview) {
      const color = this.#values('specularColor', [0]).map((part) => part / USUAL_REFLECTION);
      material.specularColor = new Color().fromArray(
        threeOf(color).map((part) => Math.min(part, MOST_SPECULAR)),
      );
      material.metalness = 0;
      material.metalnessMap = null;
      return;
    }
    material.specularIntensity = Math.min(1, this.#number('specular', 1));
    if (this.#isSet('specularColor') && material.metalness < 1) {
      material.specularColor = colorOf(this.#values('specularColor', [1]));
    }
  }

  /** UsdUVTexture brings normals from 0…1 to −1…1 by its scale; what goes beyond that is strength. */
  #setStrength(material: MeshPhysicalMaterial, { node, strength }: Picture): void {
    const read = (name: string) => numbersIn(this.#network.constant(node, name));
    const isMapped = read('inputs:bias').some((value) => value !== 0);
    const [x = 2, y = x] = isMapped ? read('inputs:scale') : [];
    material.normalScale = new Vector2((strength * x) / 2, (strength * y) / 2);
  }

  #texture(
    source: Source | undefined,
    isColor: boolean,
    channel: 'r' | 'g' | 'b' | null = null,
  ): Texture | null {
    const picture = source?.picture;
    if (!picture) {
      return null;
    }
    this.used.add(picture.node);
    const texture = this.#load(picture.file, placingOf(this.#network, picture.node));
    texture.colorSpace = isColor ? SRGBColorSpace : NoColorSpace;
    if (channel && picture.channel && picture.channel !== channel) {
      texture.userData.channels = { from: picture.channel, to: channel };
    }
    return texture;
  }

  #see(input: SurfaceInput): void {
    const node = this.#source(input)?.picture?.node;
    if (node !== undefined) {
      this.used.add(node);
    }
  }

  #source(input: SurfaceInput): Source | undefined {
    return this.#network.input(this.#shader, INPUT_NAMES[input]);
  }

  #isSet(input: SurfaceInput): boolean {
    return this.#source(input) !== undefined || defaultsOf(this.#id)?.[input] !== undefined;
  }

  #values(input: SurfaceInput, fallback: number[]): number[] {
    const set = numbersIn(this.#source(input)?.value);
    return set.length > 0 ? set : (defaultsOf(this.#id)?.[input] ?? fallback);
  }

  #number(input: SurfaceInput, fallback: number): number {
    return Math.max(0, this.#values(input, [fallback])[0] ?? fallback);
  }

  /** A share, which a picture is multiplied with where there is one. */
  #factor(input: SurfaceInput, fallback: number): number {
    const value = this.#source(input)?.picture?.factor[0] ?? this.#number(input, fallback);
    return Math.min(1, Math.max(0, value));
  }
}

function colorOf(values: readonly number[]): Color {
  return new Color().fromArray(threeOf(values).map((part) => Math.min(1, Math.max(0, part))));
}

function threeOf([red = 1, green = red, blue = green]: readonly number[]): [number, number, number] {
  return [red, green, blue];
}
