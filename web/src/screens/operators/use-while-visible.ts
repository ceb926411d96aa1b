import { useEffect, useEffectEvent } from 'react';

/** Does something every so many milliseconds while the page is seen, and at once when it is seen again. */
export function useWhileVisible(run: () => void, everyMs: number): void {
  const handle = useEffectEvent(run);
  useEffect(() => {
    const look = () => {
      if (document.visibilityState === 'visible') {
        handle();
      }
    };
    const timer = setInterval(look, everyMs);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, [everyMs]);
}
