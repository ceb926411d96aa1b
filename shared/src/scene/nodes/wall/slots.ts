/** Surfaces of a wall with separate material slots; `rest` is its top, its ends and the sides of holes. */
export const WALL_SLOTS = ['left', 'right', 'rest'] as const;
