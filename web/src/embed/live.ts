import { languageOf } from '../viewer/language.ts';
import { openLive } from '../viewer/live/open-live.ts';
import { pageWordsOf } from '../viewer/page-language.ts';
import type { Activity } from '../viewer/start-activity.ts';
import type { ShownScene } from '../viewer/use-scene-canvas.ts';

/** Shows an embedded scene as it is edited, and what whoever leads its visitors shows; fetched where its link is live. */
export function followLive(means: { uuid: string; shown: ShownScene; onRefused: () => void }): Activity {
  const words = pageWordsOf(languageOf(location.pathname, navigator.languages));
  return openLive({ ...means, words });
}
