/** The browser or its machine cannot draw in three dimensions. */
export class NoWebglError extends Error {
  override readonly name = 'NoWebglError';
}

/** The graphics card has been taken away, for now: nothing can be drawn until it is back. */
export class GraphicsLostError extends Error {
  override readonly name = 'GraphicsLostError';
}

/** What people are told when a scene cannot be shown: that there is no WebGL, or that something else went wrong. */
export function troubleOf(error: unknown): 'noWebgl' | 'broken' {
  return error instanceof NoWebglError ? 'noWebgl' : 'broken';
}
