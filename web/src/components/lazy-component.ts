import { type ComponentType, type LazyExoticComponent, lazy } from 'react';
import { fetchCode } from '../fetch-code.ts';

/** A component whose code is fetched when it is first drawn, from a module with named exports. */
export function lazyComponent<Props>(
  load: () => Promise<ComponentType<Props>>,
): LazyExoticComponent<ComponentType<Props>> {
  return lazy(async () => ({ default: await fetchCode(load) }));
}
