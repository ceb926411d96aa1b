import { useEffect, useState } from 'react';
import { fetchCode } from '../fetch-code.ts';
import type { openXr } from './xr/open-xr.ts';

/**
 * What brings a scene into the room, where the browser can; null elsewhere, and until its code is there: a session must be
 * asked for in the task of a tap.
 */
export function useXr(isShown: boolean): typeof openXr | null {
  const [open, setOpen] = useState<typeof openXr | null>(null);

  useEffect(() => {
    let isCurrent = true;
    const load = async () => {
      if (isShown && (await navigator.xr?.isSessionSupported('immersive-ar'))) {
        const part = await fetchCode(() => import('./xr/open-xr.ts'));
        if (isCurrent) {
          setOpen(() => part.openXr);
        }
      }
    };
    // Without it there are the other ways into AR.
    load().catch(() => undefined);
    return () => {
      isCurrent = false;
    };
  }, [isShown]);

  return open;
}
