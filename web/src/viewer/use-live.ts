import { useEffect } from 'react';
import { fetchCode } from '../fetch-code.ts';
import type { Words } from './language.ts';
import type { PublicScene } from './public-scene.ts';
import { startActivity } from './start-activity.ts';
import type { ShownScene } from './use-scene-canvas.ts';

/** Shows a scene as it is edited, where its link is live; without a connection it stays as it was published. */
export function useLive({ uuid, sharing }: PublicScene, shown: ShownScene | null, words: Words): void {
  const { live } = sharing;
  useEffect(() => {
    if (!shown || !live) {
      return;
    }
    const load = async () => {
      const { openLive } = await fetchCode(() => import('./live/open-live.ts'));
      return openLive({ uuid, shown, words });
    };
    return startActivity(load, () => undefined);
  }, [uuid, live, shown, words]);
}
