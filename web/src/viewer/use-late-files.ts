import { useEffect, useEffectEvent } from 'react';
import { fetchCode } from '../fetch-code.ts';
import type { ShownScene } from './open-scene.ts';
import { startActivity } from './start-activity.ts';

/**
 * Loads missing files into a scene that stays as it is, once they are ready.
 * @param shown - null for a scene without missing files
 * @param onComplete - called when none is missing
 * @param onLost - called if the code cannot be fetched
 */
export function useLateFiles(shown: ShownScene | null, onComplete: () => void, onLost: () => void): void {
  const handleComplete = useEffectEvent(onComplete);
  const handleLost = useEffectEvent(onLost);
  useEffect(() => {
    if (!shown) {
      return;
    }
    const load = async () => {
      const { retryFiles } = await fetchCode(() => import('./retry-files.ts'));
      return { dispose: retryFiles({ ...shown, onComplete: () => handleComplete() }) };
    };
    return startActivity(load, () => handleLost());
  }, [shown]);
}
