import type { LightSource } from '@diorama/shared/scene/nodes/traits.ts';

/** Limits of one shader on the weakest device: uniforms for lights, texture units for shadows. */
export const LIGHT_LIMITS = {
  shining: { point: 24, spot: 12, directional: 6, ambient: 24, area: 8 },
  casting: 4,
} as const;

type LightType = LightSource['type'];
type Candidate = { id: string; type: LightType; castShadow: boolean };

/** Light types in order of shadow priority. */
const SHADOW_ORDER: readonly LightType[] = ['directional', 'spot', 'point'];

/**
 * Selects the active lights and shadow casters if there are too many. The selection depends on ids alone, so that every
 * surface and every run renders the same picture.
 */
export function chooseLights(candidates: readonly Candidate[]): {
  shining: ReadonlySet<string>;
  casting: ReadonlySet<string>;
} {
  const ordered = [...candidates].sort((a, b) => (a.id < b.id ? -1 : 1));
  const left: Record<LightType, number> = { ...LIGHT_LIMITS.shining };
  const shining = ordered.filter(({ type }) => {
    left[type] -= 1;
    return left[type] >= 0;
  });
  const casting = shining
    .filter(({ castShadow }) => castShadow)
    .sort((a, b) => SHADOW_ORDER.indexOf(a.type) - SHADOW_ORDER.indexOf(b.type))
    .slice(0, LIGHT_LIMITS.casting);
  return { shining: new Set(shining.map(({ id }) => id)), casting: new Set(casting.map(({ id }) => id)) };
}
