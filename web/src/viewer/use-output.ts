import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { areAddressesOld } from './address-age.ts';
import type { AskScene, PublicScene } from './public-scene.ts';

type Output = PublicScene['output'];

/** How often it is looked whether the addresses are old, in milliseconds. */
const LOOK_MS = 30_000;

/**
 * The files of what was published, by addresses that hold: a link into AR is followed at once, and there is no time to ask
 * for another when it is. They are asked for while the page is in front.
 * @returns them, and what asks for them anew, for whoever hears that they are others
 */
export function useOutput(published: Output, ask: AskScene): [output: Output, renew: () => void] {
  const [output, setOutput] = useState(published);
  const knownAt = useRef(Date.now());
  const renew = () => {
    knownAt.current = Date.now();
    // Never rejects: where it cannot be had, what is known stays.
    void ask().then((scene) => scene && setOutput(scene.output));
  };
  const renewOld = useEffectEvent(() => {
    const { glb, glbMobile, glbAr, usdz } = output;
    if (!document.hidden && areAddressesOld([glb, glbMobile, glbAr, usdz], knownAt.current)) {
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
