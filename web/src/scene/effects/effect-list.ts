import type { Effects } from '@diorama/shared/scene/document.ts';

/** Effects in the order of rendering. */
export const EFFECT_NAMES = ['ao', 'ssr', 'dof', 'bloom', 'grade', 'vignette', 'grain', 'chromatic'] as const;
export type EffectName = (typeof EFFECT_NAMES)[number];

/** Relative GPU cost of each effect: the most expensive are paused first. */
export const EFFECT_COSTS: Readonly<Record<EffectName, 1 | 2 | 3>> = {
  ao: 3,
  ssr: 3,
  dof: 3,
  bloom: 2,
  chromatic: 2,
  grade: 1,
  vignette: 1,
  grain: 1,
};

/** Order in which a slow device pauses effects; cheap ones are never paused. */
export const PAUSED_FIRST: readonly EffectName[] = ['ssr', 'ao', 'dof', 'chromatic', 'bloom'];

const NONE: readonly never[] = [];

/** Enabled effects, in their order. */
export function activeEffects(effects: Effects): readonly EffectName[] {
  return effects.enabled ? EFFECT_NAMES.filter((name) => effects[name].enabled) : NONE;
}
