/** Maximum numbers of outline points, walls and stairs of a floor. */
export const FLOOR_LIMITS = { points: 500, walls: 100, stairs: 20 } as const;
