/** The browser or its machine cannot draw in three dimensions. */
export class NoWebglError extends Error {
  override readonly name = 'NoWebglError';
}

/** What people are told when a scene cannot be shown: that there is no WebGL, or that something else went wrong. */
export function troubleOf(error: unknown): 'noWebgl' | 'broken' {
  return error instanceof NoWebglError ? 'noWebgl' : 'broken';
}
