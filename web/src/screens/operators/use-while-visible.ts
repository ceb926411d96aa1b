import { useEffect, useEffectEvent } from 'react';

/** Runs a function in an interval while the page is visible, and at once when it becomes visible again. */
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
