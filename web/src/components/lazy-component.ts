import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { fetchCode } from '../fetch-code.ts';

/** Fetch what is to be there before it is drawn; each says so as its module is run. */
const ahead = new Set<() => Promise<unknown>>();

/**
 * A component whose code is fetched when it is first drawn, from a module with named exports.
 * @param isAhead - {@link fetchAhead} fetches it too, as what it is a part of is worked with without a connection
 */
export function lazyComponent<Props>(
  load: () => Promise<ComponentType<Props>>,
  { isAhead = false } = {},
): LazyExoticComponent<ComponentType<Props>> {
  let fetched: Promise<{ default: ComponentType<Props> }> | null = null;
  const fetch = () => {
    fetched ??= fetchCode(load).then((component) => ({ default: component }));
    // What could not be had is asked for anew by who needs it next.
    fetched.catch(() => {
      fetched = null;
    });
    return fetched;
  };
  if (isAhead) {
    ahead.add(fetch);
  }
  return lazy(fetch);
}

/** Fetches all components that are to be there before they are drawn, of modules that are there; none is asked for twice. */
export async function fetchAhead(): Promise<void> {
  await Promise.allSettled([...ahead].map((fetch) => fetch()));
}
