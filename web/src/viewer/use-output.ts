import { useEffect, useEffectEvent, useRef, useState } from 'react';
import type { AskScene, PublicScene } from './public-scene.ts';
import { areUrlsExpired } from './url-expiry.ts';

type Output = PublicScene['output'];

/** Interval between checks of the addresses' age, in milliseconds. */
const LOOK_MS = 30_000;

/**
 * Published files with valid addresses. An AR link is followed at once, without time to request a new address, so they
 * are renewed while the page is visible.
 * @returns the files, and a function that requests them again
 */
export function useOutput(published: Output, ask: AskScene): [output: Output, renew: () => void] {
  const [output, setOutput] = useState(published);
  const knownAt = useRef(Date.now());
  const renew = () => {
    knownAt.current = Date.now();
    // Never rejects: on failure the known addresses stay.
    void ask().then((scene) => scene && setOutput(scene.output));
  };
  const renewOld = useEffectEvent(() => {
    const { glb, glbMobile, glbAr, usdz } = output;
    if (!document.hidden && areUrlsExpired([glb, glbMobile, glbAr, usdz], knownAt.current)) {
      renew();
    }
  });
  useEffect(() => {
    const look = () => renewOld();
    const timer = setInterval(look, LOOK_MS);
    document.addEventListener('visibilitychange', look);
    return () => {
      clearInterval(timer);
      document.removeEventListener('visibilitychange', look);
    };
  }, []);
  return [output, renew];
}
