import { type ComponentType, useEffect, useState } from 'react';
import { fetchCode } from '../fetch-code.ts';

/**
 * A part of the page whose code is fetched when it is first wanted; null until then, and while it is not wanted. What
 * cannot be fetched leaves the page as it is.
 * @param load - always the same function
 */
export function usePart<Props>(
  isWanted: boolean,
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> | null {
  const [part, setPart] = useState<ComponentType<Props> | null>(null);

  useEffect(() => {
    let isCurrent = true;
    if (isWanted) {
      fetchCode(load).then(
        (loaded) => isCurrent && setPart(() => loaded),
        () => undefined,
      );
    }
    return () => {
      isCurrent = false;
    };
  }, [isWanted, load]);

  return isWanted ? part : null;
}
