/**
 * Default values of a document. Plain data without schemas, so that viewer and embed can use them without
 * shipping a validator.
 */

/** Document version that this code writes. `migrations.ts` upgrades older documents. */
export const SCENE_VERSION = 1;

/**
 * Revision of the document format within one version; increases with each new kind, key or value. Editors
 * send it to the gateway, so that an older gateway stores values that it cannot validate.
 */
export const SCENE_FORM = 12;

/** Maximum number of nodes in a document. */
export const MAX_NODES = 20_000;
/** Maximum number of nodes that instances and repeats generate in a document; the last ones stay empty beyond it. */
export const MAX_GENERATED_NODES = 50_000;
/** Maximum number of nested copies. Ids grow with it, and only documents made by a program are deeper. */
export const MAX_GENERATED_DEPTH = 32;
/** Maximum number of nodes of a component in a library. */
export const MAX_COMPONENT_NODES = 2_000;
/** Maximum size of a component in a library, in characters of its JSON. */
export const MAX_COMPONENT_CHARACTERS = 1_000_000;
/** Maximum number of rows in each table of a document. */
export const TABLE_LIMITS = {
  materials: 5_000,
  options: 50,
  choices: 1_000,
  states: 200,
  interactions: 500,
  motions: 500,
  timelines: 100,
  keys: 2_000,
  translations: 20,
} as const;
/** Maximum number of choices that a choice requires or excludes. */
export const MAX_RULES = 100;
/** Maximum number of values of one set of field values. */
export const MAX_FIELD_VALUES = 5_000;

/** Common values of every node kind. Rotation is a quaternion `[x, y, z, w]`, lengths are metres. */
export const NODE_DEFAULTS = {
  parent: null,
  index: 'a0',
  name: '',
  description: '',
  visible: true,
  locked: false,
  position: [0, 0, 0],
  rotation: [0, 0, 0, 1],
  scale: [1, 1, 1],
  material: null,
} as const;

/** Default values of a material; also used for nodes with `material: null`. */
export const MATERIAL_DEFAULTS = {
  name: '',
  color: '#c9ccd3',
  roughness: 0.55,
  metalness: 0,
  opacity: 1,
  alphaMode: 'opaque',
  alphaCutoff: 0.5,
  emissive: '#000000',
  emissiveIntensity: 1,
  normalScale: 1,
  aoStrength: 1,
  doubleSided: false,
  maps: {
    color: null,
    roughness: null,
    metalness: null,
    normal: null,
    emissive: null,
    ao: null,
    opacity: null,
  },
  uv: { offset: [0, 0], repeat: [1, 1], rotation: 0, size: 0 },
  advanced: {
    clearcoat: 0,
    clearcoatRoughness: 0,
    sheen: 0,
    sheenColor: '#ffffff',
    transmission: 0,
    ior: 1.5,
    thickness: 0,
    attenuationColor: '#ffffff',
    attenuationDistance: 0,
    iridescence: 0,
    anisotropy: 0,
  },
} as const;

/** Default values of rows with a name and an order, such as options and states. */
export const OPTION_DEFAULTS = { name: '', description: '', index: 'a0' } as const;

/**
 * `hdri: null` is Diorama's built-in studio light, generated without a file. Rotation in radians about Y,
 * lengths in metres. The ground lies at Y = 0; its `height` is the camera height of a dome's panorama above
 * it. With `sunShadow`, the sun found in the sky's panorama becomes a directional light that casts shadows.
 */
export const ENVIRONMENT_DEFAULTS = {
  hdri: null,
  intensity: 1,
  rotation: 0,
  background: { kind: 'gradient', color: '#343a45', color2: '#14161a', blur: 0, image: null },
  ground: { kind: 'shadow', height: 1.6, radius: 20 },
  fog: { enabled: false, color: '#14161a', near: 10, far: 60 },
  exposure: 1,
  sunShadow: false,
} as const;

/** Effects are off by default. */
export const EFFECTS_DEFAULTS = {
  enabled: false,
  ao: { enabled: false, intensity: 1.5, radius: 0.3 },
  ssr: { enabled: false, intensity: 1, distance: 10, roughness: 0.5 },
  dof: { enabled: false, distance: 6, range: 4, blur: 2 },
  bloom: { enabled: false, intensity: 0.6, threshold: 0.9, radius: 0.4 },
  grade: { enabled: false, brightness: 0, contrast: 0, saturation: 0, tint: '#ffffff' },
  vignette: { enabled: false, amount: 0.5 },
  grain: { enabled: false, amount: 0.1 },
  chromatic: { enabled: false, amount: 0.3 },
  antialiasing: 'msaa',
  toneMapping: 'neutral',
} as const;

/** Initial camera of the scene. `fov` is the vertical angle in degrees. */
export const CAMERA_DEFAULTS = {
  position: [5, 3.5, 7],
  target: [0, 0.5, 0],
  fov: 40,
  projection: 'perspective',
} as const;
