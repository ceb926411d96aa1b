import { z } from 'zod';
import { CAMERA_DEFAULTS, ENVIRONMENT_DEFAULTS as E, EFFECTS_DEFAULTS } from './defaults.ts';
import { amount, assetIri, color, length, point, radians, ratio } from './values.ts';

const background = z.strictObject({
  kind: z.enum(['environment', 'color', 'gradient', 'transparent', 'image']).default(E.background.kind),
  color: color.default(E.background.color),
  color2: color.default(E.background.color2),
  blur: ratio.default(E.background.blur),
  image: assetIri.nullable().default(E.background.image),
});

const ground = z.strictObject({
  kind: z.enum(['none', 'shadow', 'reflective', 'dome']).default(E.ground.kind),
  height: length.default(E.ground.height),
  radius: length.default(E.ground.radius),
});

const fog = z.strictObject({
  enabled: z.boolean().default(E.fog.enabled),
  color: color.default(E.fog.color),
  near: amount.default(E.fog.near),
  far: amount.default(E.fog.far),
});

/**
 * Lighting and background of a scene. A gradient goes from `color` at the top to `color2` at the bottom. With
 * `sunShadow` the sun in the sky's panorama, where one is found, casts shadows.
 */
export const environment = z.strictObject({
  hdri: assetIri.nullable().default(E.hdri),
  intensity: amount.default(E.intensity),
  rotation: radians.default(E.rotation),
  background: background.prefault({}),
  ground: ground.prefault({}),
  fog: fog.prefault({}),
  exposure: z.number().min(0).max(100).default(E.exposure),
  sunShadow: z.boolean().default(E.sunShadow),
});

const D = EFFECTS_DEFAULTS;
const signed = z.number().min(-1).max(1);

/**
 * Post-processing effects in order of application; never part of AR. The radius of `ao` and the distances of
 * `ssr` and `dof` are metres: the maximum distance of a reflection, and the focus distance from the camera.
 * The `roughness` of `ssr` is the roughness from which surfaces reflect nothing. `antialiasing` is hardware
 * multisampling (`msaa`, always used without effects), post-processing (`fxaa`) or none.
 */
export const effects = z.strictObject({
  enabled: z.boolean().default(D.enabled),
  ao: z
    .strictObject({
      enabled: z.boolean().default(D.ao.enabled),
      intensity: z.number().min(0).max(10).default(D.ao.intensity),
      radius: z.number().min(0.01).max(100).default(D.ao.radius),
    })
    .prefault({}),
  ssr: z
    .strictObject({
      enabled: z.boolean().default(D.ssr.enabled),
      intensity: z.number().min(0).max(10).default(D.ssr.intensity),
      distance: length.default(D.ssr.distance),
      roughness: ratio.default(D.ssr.roughness),
    })
    .prefault({}),
  dof: z
    .strictObject({
      enabled: z.boolean().default(D.dof.enabled),
      distance: length.default(D.dof.distance),
      range: length.default(D.dof.range),
      blur: z.number().min(0).max(10).default(D.dof.blur),
    })
    .prefault({}),
  bloom: z
    .strictObject({
      enabled: z.boolean().default(D.bloom.enabled),
      intensity: z.number().min(0).max(10).default(D.bloom.intensity),
      threshold: ratio.default(D.bloom.threshold),
      radius: ratio.default(D.bloom.radius),
    })
    .prefault({}),
  grade: z
    .strictObject({
      enabled: z.boolean().default(D.grade.enabled),
      brightness: signed.default(D.grade.brightness),
      contrast: signed.default(D.grade.contrast),
      saturation: signed.default(D.grade.saturation),
      tint: color.default(D.grade.tint),
    })
    .prefault({}),
  vignette: switched(D.vignette),
  grain: switched(D.grain),
  chromatic: switched(D.chromatic),
  antialiasing: z.enum(['msaa', 'fxaa', 'none']).default(D.antialiasing),
  toneMapping: z.enum(['neutral', 'linear', 'aces', 'filmic', 'agx']).default(D.toneMapping),
});

/** Schema of an effect with an amount. */
function switched(of: { enabled: boolean; amount: number }) {
  return z
    .strictObject({ enabled: z.boolean().default(of.enabled), amount: ratio.default(of.amount) })
    .prefault({});
}

/** Initial camera of the scene; `fov` is the vertical angle in degrees. */
export const sceneCamera = z.strictObject({
  position: point.default([...CAMERA_DEFAULTS.position]),
  target: point.default([...CAMERA_DEFAULTS.target]),
  fov: z.number().min(5).max(150).default(CAMERA_DEFAULTS.fov),
  projection: z.enum(['perspective', 'orthographic']).default(CAMERA_DEFAULTS.projection),
});

export type Environment = z.output<typeof environment>;
export type Effects = z.output<typeof effects>;
export type SceneCamera = z.output<typeof sceneCamera>;
