import { languageOf } from '../viewer/language.ts';
import { openLive } from '../viewer/live/open-live.ts';
import { pageTranslateOf } from '../viewer/page-language.ts';
import type { Activity } from '../viewer/start-activity.ts';
import type { ShownScene } from '../viewer/use-scene-canvas.ts';

/** Updates an embedded scene while it is edited, and follows a presenter; fetched where its link is live. */
export function followLive(context: { uuid: string; shown: ShownScene; onRefused: () => void }): Activity {
  const t = pageTranslateOf(languageOf(location.pathname, navigator.languages));
  return openLive({ ...context, t });
}
