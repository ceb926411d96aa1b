import { languageOf } from '../viewer/language.ts';
import { openLive } from '../viewer/live/open-live.ts';
import { pageWordsOf } from '../viewer/page-language.ts';
import type { Activity } from '../viewer/start-activity.ts';
import type { ShownScene } from '../viewer/use-scene-canvas.ts';

/** Updates an embedded scene while it is edited, and follows a presenter; fetched where its link is live. */
export function followLive(means: { uuid: string; shown: ShownScene; onRefused: () => void }): Activity {
  const words = pageWordsOf(languageOf(location.pathname, navigator.languages));
  return openLive({ ...means, words });
}
