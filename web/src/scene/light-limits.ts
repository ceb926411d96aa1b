import type { NodeKind } from '@diorama/shared/scene/document.ts';

/** What one shader can take on the weakest device: uniforms for lights, texture units for shadows. */
export const LIGHT_LIMITS = {
  shining: { pointLight: 24, spotLight: 12, directionalLight: 6, ambientLight: 24 },
  casting: 4,
} as const;

type LightKind = keyof typeof LIGHT_LIMITS.shining & NodeKind;
type Candidate = { id: string; kind: LightKind; castShadow: boolean };

/** The kinds whose shadows say most about a scene come first. */
const SHADOW_ORDER: readonly LightKind[] = ['directionalLight', 'spotLight', 'pointLight'];

/**
 * Which lights shine and which cast shadows when there are more than can be. The choice depends on ids alone, so that
 * every surface and every run shows the same.
 */
export function chooseLights(candidates: readonly Candidate[]): {
  shining: ReadonlySet<string>;
  casting: ReadonlySet<string>;
} {
  const ordered = [...candidates].sort((a, b) => (a.id < b.id ? -1 : 1));
  const left: Record<LightKind, number> = { ...LIGHT_LIMITS.shining };
  const shining = ordered.filter(({ kind }) => {
    left[kind] -= 1;
    return left[kind] >= 0;
  });
  const casting = shining
    .filter(({ castShadow }) => castShadow)
    .sort((a, b) => SHADOW_ORDER.indexOf(a.kind) - SHADOW_ORDER.indexOf(b.kind))
    .slice(0, LIGHT_LIMITS.casting);
  return { shining: new Set(shining.map(({ id }) => id)), casting: new Set(casting.map(({ id }) => id)) };
}
