import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { fetchCode } from '../fetch-code.ts';

/** Loaders of components that are fetched ahead; each registers itself when its module runs. */
const ahead = new Set<() => Promise<unknown>>();

/**
 * A component whose code is fetched when it is first rendered, from a module with named exports.
 * @param isAhead - whether {@link fetchAhead} fetches it too, for parts that must work offline
 */
export function lazyComponent<Props>(
  load: () => Promise<ComponentType<Props>>,
  { isAhead = false } = {},
): LazyExoticComponent<ComponentType<Props>> {
  let fetched: Promise<{ default: ComponentType<Props> }> | null = null;
  const fetch = () => {
    fetched ??= fetchCode(load).then((component) => ({ default: component }));
    // A failed fetch is retried by the next use.
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

/** Fetches all registered components before they are rendered; none is fetched twice. */
export async function fetchAhead(): Promise<void> {
  await Promise.allSettled([...ahead].map((fetch) => fetch()));
}
