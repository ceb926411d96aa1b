import type { Effects } from '@diorama/shared/scene/document.ts';

/** The effects in the order in which they are done. */
export const EFFECT_NAMES = ['ao', 'ssr', 'dof', 'bloom', 'grade', 'vignette', 'grain', 'chromatic'] as const;
export type EffectName = (typeof EFFECT_NAMES)[number];

/** What each costs the graphics card: the dearest are left out first. */
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

/** The order in which a device that is too slow goes without effects; what costs little is kept. */
export const PAUSED_FIRST: readonly EffectName[] = ['ssr', 'ao', 'dof', 'chromatic', 'bloom'];

const NONE: readonly never[] = [];

/** The effects that are on, in their order. */
export function activeEffects(effects: Effects): readonly EffectName[] {
  return effects.enabled ? EFFECT_NAMES.filter((name) => effects[name].enabled) : NONE;
}
