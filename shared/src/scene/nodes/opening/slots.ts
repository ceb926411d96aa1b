import type { PartialMaterial } from '../../partial-material.ts';

/** Parts of an opening with separate material slots. */
export const OPENING_SLOTS = ['frame', 'leaf', 'handle', 'glass'] as const;

/** Parts that exist in each type of opening. */
export const SLOTS_OF = {
  door: ['frame', 'leaf', 'handle'],
  window: ['frame', 'glass'],
} as const satisfies Record<string, readonly (typeof OPENING_SLOTS)[number][]>;

/** Default materials of the parts. */
export const DEFAULT_OPENING_MATERIALS: Readonly<Record<(typeof OPENING_SLOTS)[number], PartialMaterial>> = {
  frame: { color: '#eeece8', roughness: 0.5 },
  leaf: { color: '#b3926d', roughness: 0.6 },
  handle: { color: '#8d9096', roughness: 0.35, metalness: 1 },
  glass: { color: '#ffffff', roughness: 0.05, alphaMode: 'blend', opacity: 0.25 },
};
