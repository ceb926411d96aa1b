/** The parts of an opening that can have materials of their own. */
export const OPENING_SLOTS = ['frame', 'leaf', 'handle', 'glass'] as const;
