/** Relative thickness of a flat node: a matrix with a zero scale loses its rotation. */
const HAIR = 1e-6;

/** A scale that is flat along no axis. */
export function withThickness([x, y, z]: readonly [number, number, number]): [number, number, number] {
  return [x || HAIR, y || HAIR, z || HAIR];
}
