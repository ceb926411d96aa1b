import type { SceneProbe } from '../../probe.ts';

/** The longer side of what is kept of a view, in pixels; what a card shows needs no more. */
const PICTURE_PX = 960;

/** What the person sees as they begin a comment; null where no picture can be taken. */
export function seenBy(probe: SceneProbe | null): Promise<Blob | null> {
  return probe?.picture({ longest: PICTURE_PX, type: 'image/jpeg' }) ?? Promise.resolve(null);
}
