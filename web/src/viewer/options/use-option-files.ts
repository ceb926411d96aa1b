import { useEffect, useState } from 'react';
import { fetchCode } from '../../fetch-code.ts';
import type { PublicScene } from '../public-scene.ts';
import type { SceneOptions } from './scene-options.ts';

type Output = PublicScene['output'];

/** No files, such as while those of a combination are made. */
const NONE: Output = { glb: null, glbMobile: null, glbAr: null, usdz: null, carousel: [] };

/**
 * The files of the chosen combination: those of the publication for the default one.
 * @param uuid - of the published scene; null where other combinations have no files
 * @param published - another object asks for the files again, as addresses expire and outputs are replaced
 */
export function useOptionFiles(
  uuid: string | null,
  published: Output,
  options: SceneOptions | null,
): { output: Output; isPreparing: boolean } {
  const [made, setMade] = useState<Output | 'published' | 'preparing'>('published');

  // biome-ignore lint/correctness/useExhaustiveDependencies: new addresses of the publication renew the others.
  useEffect(() => {
    if (!options) {
      return;
    }
    let asking = new AbortController();
    const ask = (isRenewal = false) => {
      asking.abort();
      asking = new AbortController();
      const { signal } = asking;
      if (options.isInitial) {
        setMade('published');
        return;
      }
      const isMade = uuid !== null && options.isPublished;
      const waiting = isMade ? 'preparing' : NONE;
      // The known files can still be had while others of the same combination are asked for.
      setMade((before) => (isRenewal && typeof before === 'object' ? before : waiting));
      if (isMade) {
        fetchCode(() => import('./option-files.ts'))
          .then(({ fetchOptionFiles }) => fetchOptionFiles(uuid, options.chosen, signal))
          .catch(() => null)
          .then((files) => {
            if (!signal.aborted) {
              setMade(files ?? NONE);
            }
          });
      }
    };
    ask(true);
    const stop = options.subscribe((_document, _change, isOther) => {
      if (isOther) {
        ask();
      }
    });
    return () => {
      stop();
      asking.abort();
    };
  }, [uuid, options, published]);

  if (made === 'preparing') {
    return { output: NONE, isPreparing: true };
  }
  return { output: made === 'published' ? published : made, isPreparing: false };
}
