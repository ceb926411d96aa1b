/** Tie between a wall or stairs and the floors that depend on it. */
export const floorTie = (id: string) => `floor:${id}`;
