import { openLive } from '../viewer/live/open-live.ts';
import type { ShownScene } from '../viewer/open-scene.ts';
import { fetchPageTranslate } from '../viewer/page-language.ts';
import type { Activity } from '../viewer/start-activity.ts';

const t = await fetchPageTranslate();

/** Updates an embedded scene while it is edited, and follows a presenter; fetched where its link is live. */
export function followLiveScene(context: {
  uuid: string;
  shown: ShownScene;
  onRefused: () => void;
}): Activity {
  return openLive({ ...context, t });
}
