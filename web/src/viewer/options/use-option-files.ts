import { useEffect, useReducer, useState } from 'react';
import type { PublicScene } from '../public-scene.ts';
import { askOptionFiles, type NoFiles } from './ask-option-files.ts';
import type { SceneOptions } from './scene-options.ts';

type Output = PublicScene['output'];

/** State of the files of the chosen combination. */
export type FilesState = 'ready' | 'preparing' | NoFiles;

/** No files, such as while those of a combination are made. */
const NONE: Output = { glb: null, glbMobile: null, glbAr: null, usdz: null, carousel: [] };

/**
 * The files of the chosen combination: those of the publication for the default one.
 * @param uuid - of the published scene; null where other combinations have no files
 * @param published - another object asks for the files again, as addresses expire and outputs are replaced
 * @returns the files, and a function that asks for late ones again
 */
export function useOptionFiles(
  uuid: string | null,
  published: Output,
  options: SceneOptions | null,
): { output: Output; state: FilesState; retry: () => void } {
  const [made, setMade] = useState<Output | 'published' | 'preparing' | NoFiles>('published');
  const [tries, retry] = useReducer((count: number) => count + 1, 0);

  // biome-ignore lint/correctness/useExhaustiveDependencies: new addresses and another try ask again.
  useEffect(() => {
    if (!options) {
      return;
    }
    let asking = new AbortController();
    const ask = (isRenewal = false) => {
      asking.abort();
      asking = new AbortController();
      const { signal } = asking;
      const files = askOptionFiles(uuid, options, signal);
      if (typeof files === 'string') {
        setMade(files);
        return;
      }
      // The known files can still be had while others of the same combination are asked for.
      setMade((before) => (isRenewal && typeof before === 'object' ? before : 'preparing'));
      void files.then((answer) => {
        if (!signal.aborted) {
          setMade(answer);
        }
      });
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
  }, [uuid, options, published, tries]);

  if (typeof made === 'object') {
    return { output: made, state: 'ready', retry };
  }
  // Where the publication has no AR, no combination has it.
  const hasAr = published.glb !== null || published.usdz !== null;
  return made === 'published' || !hasAr
    ? { output: published, state: 'ready', retry }
    : { output: NONE, state: made, retry };
}
