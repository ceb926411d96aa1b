/** The parts of an opening that can have materials of their own. */
export const OPENING_SLOTS = ['frame', 'leaf', 'handle', 'glass'] as const;

/** Which of them there are in an opening of a type. */
export const SLOTS_OF = {
  door: ['frame', 'leaf', 'handle'],
  window: ['frame', 'glass'],
} as const satisfies Record<string, readonly (typeof OPENING_SLOTS)[number][]>;
