/** Error of a browser or device without WebGL. */
export class NoWebglError extends Error {
  override readonly name = 'NoWebglError';
}

/** Error of a temporarily lost WebGL context: nothing can be rendered until it is restored. */
export class GraphicsLostError extends Error {
  override readonly name = 'GraphicsLostError';
}

/** Kind of message for a scene that cannot be shown: missing WebGL, or another error. */
export function troubleOf(error: unknown): 'noWebgl' | 'broken' {
  return error instanceof NoWebglError ? 'noWebgl' : 'broken';
}
