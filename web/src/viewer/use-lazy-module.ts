import { type ComponentType, useEffect, useEffectEvent, useState } from 'react';
import { fetchCode } from '../fetch-code.ts';

/**
 * A part of the page whose code is fetched on first use; null until then, and while it is not wanted.
 * @param load - a function with a stable identity
 * @param onLost - called if the fetch fails; the page stays unchanged
 */
export function useLazyModule<Props>(
  isWanted: boolean,
  load: () => Promise<ComponentType<Props>>,
  onLost: () => void,
): ComponentType<Props> | null {
  const [part, setPart] = useState<ComponentType<Props> | null>(null);
  const handleLost = useEffectEvent(onLost);

  useEffect(() => {
    let isCurrent = true;
    if (isWanted) {
      fetchCode(load).then(
        (loaded) => isCurrent && setPart(() => loaded),
        () => isCurrent && handleLost(),
      );
    }
    return () => {
      isCurrent = false;
    };
  }, [isWanted, load]);

  return isWanted ? part : null;
}
