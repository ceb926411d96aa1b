/** The surfaces of a wall that can have materials of their own; `rest` are its top, its ends and the sides of holes. */
export const WALL_SLOTS = ['left', 'right', 'rest'] as const;
