/** Names that surface shaders have for an input, the preferred first. */
export const INPUT_NAMES = {
  color: [
    'diffuseColor',
    'base_color',
    'baseColor',
    'diffuse_texture',
    'diffuse_color_constant',
    'diffuse_color',
    'BaseColor',
    'color',
  ],
  colorWeight: ['base', 'base_weight'],
  metalness: ['metallic', 'metalness', 'base_metalness', 'metallic_texture', 'metallic_constant', 'Metallic'],
  roughness: [
    'roughness',
    'specular_roughness',
    'specularRoughness',
    'reflectionroughness_texture',
    'reflection_roughness_constant',
    'Roughness',
  ],
  normal: ['normal', 'geometry_normal', 'normalmap_texture', 'normalCamera', 'Normal'],
  occlusion: ['occlusion', 'ao_texture', 'AmbientOcclusion'],
  emission: [
    'emissiveColor',
    'emission_color',
    'emissionColor',
    'emissive',
    'emissive_color',
    'EmissiveColor',
  ],
  emissionWeight: ['emission', 'emissive_strength', 'emission_weight'],
  luminance: ['emission_luminance', 'emissive_intensity'],
  opacity: ['opacity', 'geometry_opacity', 'alpha', 'opacity_texture', 'opacity_constant', 'Opacity'],
  cutoff: ['opacityThreshold', 'alpha_cutoff', 'opacity_threshold'],
  transmission: ['transmission', 'transmission_weight'],
  transmissionColor: ['transmission_color'],
  transmissionDepth: ['transmission_depth'],
  ior: ['ior', 'specular_IOR', 'specular_ior'],
  specular: ['specular', 'specular_weight'],
  specularColor: ['specularColor', 'specular_color'],
  coat: ['clearcoat', 'coat', 'coat_weight'],
  coatRoughness: ['clearcoatRoughness', 'clearcoat_roughness', 'coat_roughness'],
  sheen: ['sheen', 'fuzz_weight'],
  sheenColor: ['sheen_color', 'fuzz_color'],
  sheenRoughness: ['sheen_roughness', 'fuzz_roughness'],
  subsurface: ['subsurface', 'subsurface_weight'],
  subsurfaceColor: ['subsurface_color'],
  thinFilm: ['thin_film_weight', 'iridescence'],
  thinFilmIor: ['thin_film_ior', 'thin_film_IOR', 'iridescence_ior'],
  thinFilmThickness: ['thin_film_thickness', 'iridescence_thickness'],
  anisotropy: ['specular_roughness_anisotropy', 'specular_anisotropy', 'anisotropy_strength'],
} as const satisfies Record<string, readonly string[]>;

/** An input of a surface shader, under one name for all shaders. */
export type SurfaceInput = keyof typeof INPUT_NAMES;

type Defaults = Partial<Record<SurfaceInput, number[]>>;

/** Values that shaders have where nothing is set, by their ids; the first that matches counts. */
const DEFAULTS: readonly [id: RegExp, values: Defaults][] = [
  [/UsdPreviewSurface/, { color: [0.18, 0.18, 0.18], roughness: [0.5], emission: [0, 0, 0] }],
  [/gltf_pbr/, { color: [1, 1, 1], metalness: [1], roughness: [1], emission: [0, 0, 0] }],
  [/open_?pbr/i, { color: [0.8, 0.8, 0.8], roughness: [0.3], luminance: [0], ior: [1.5] }],
  [/standard_?surface/i, { color: [0.8, 0.8, 0.8], roughness: [0.2], emissionWeight: [0] }],
  [/^Omni|\.mdl/, { color: [0.2, 0.2, 0.2], roughness: [0.5], emission: [0, 0, 0] }],
];

/** The defaults of a shader; undefined for one whose id is not known. */
export function defaultsOf(id: string): Defaults | undefined {
  return DEFAULTS.find(([pattern]) => pattern.test(id))?.[1];
}
