import { z } from 'zod';
import { CAMERA_DEFAULTS, ENVIRONMENT_DEFAULTS as E, EFFECTS_DEFAULTS } from './defaults.ts';
import { amount, assetIri, color, length, point, radians, ratio, withDefaults } from './values.ts';

const enabled = z.boolean();

const background = withDefaults(E.background, {
  kind: z.enum(['environment', 'color', 'gradient', 'transparent', 'image']),
  color,
  color2: color,
  blur: ratio,
  image: assetIri.nullable(),
});

const ground = withDefaults(E.ground, {
  kind: z.enum(['none', 'shadow', 'reflective', 'dome']),
  height: length,
  radius: length,
});

const fog = withDefaults(E.fog, { enabled, color, near: amount, far: amount });

/**
 * Lighting and background of a scene. A gradient goes from `color` at the top to `color2` at the bottom. With
 * `sunShadow` the sun in the sky's panorama, where one is found, casts shadows.
 */
export const environment = withDefaults(E, {
  hdri: assetIri.nullable(),
  intensity: amount,
  rotation: radians,
  background,
  ground,
  fog,
  exposure: z.number().min(0).max(100),
  sunShadow: z.boolean(),
});

const D = EFFECTS_DEFAULTS;
const signed = z.number().min(-1).max(1);
const strength = z.number().min(0).max(10);
/** Members of an effect with an amount. */
const switched = { enabled, amount: ratio };

/**
 * Post-processing effects in order of application; never part of AR. The radius of `ao` and the distances of
 * `ssr` and `dof` are metres: the maximum distance of a reflection, and the focus distance from the camera.
 * The `roughness` of `ssr` is the roughness from which surfaces reflect nothing. `antialiasing` is hardware
 * multisampling (`msaa`, always used without effects), post-processing (`fxaa`) or none.
 */
export const effects = withDefaults(D, {
  enabled,
  ao: withDefaults(D.ao, { enabled, intensity: strength, radius: z.number().min(0.01).max(100) }),
  ssr: withDefaults(D.ssr, { enabled, intensity: strength, distance: length, roughness: ratio }),
  dof: withDefaults(D.dof, { enabled, distance: length, range: length, blur: strength }),
  bloom: withDefaults(D.bloom, { enabled, intensity: strength, threshold: ratio, radius: ratio }),
  grade: withDefaults(D.grade, {
    enabled,
    brightness: signed,
    contrast: signed,
    saturation: signed,
    tint: color,
  }),
  vignette: withDefaults(D.vignette, switched),
  grain: withDefaults(D.grain, switched),
  chromatic: withDefaults(D.chromatic, switched),
  antialiasing: z.enum(['msaa', 'fxaa', 'none']),
  toneMapping: z.enum(['neutral', 'linear', 'aces', 'filmic', 'agx']),
});

/** Initial camera of the scene; `fov` is the vertical angle in degrees. */
export const sceneCamera = withDefaults(CAMERA_DEFAULTS, {
  position: point,
  target: point,
  fov: z.number().min(5).max(150),
  projection: z.enum(['perspective', 'orthographic']),
});

export type Environment = z.output<typeof environment>;
export type Effects = z.output<typeof effects>;
export type SceneCamera = z.output<typeof sceneCamera>;
