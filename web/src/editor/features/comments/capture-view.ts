import type { SceneQueries } from '../../scene-queries.ts';

/** Longer side of the stored picture, in pixels; cards display no more. */
const PICTURE_PX = 960;

/** Picture of the view at the start of a comment; null if none can be taken. */
export function captureView(queries: SceneQueries | null): Promise<Blob | null> {
  return queries?.picture({ longest: PICTURE_PX, type: 'image/jpeg' }) ?? Promise.resolve(null);
}
