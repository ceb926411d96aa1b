import { useSyncExternalStore } from 'react';
import type { Readable } from '../store.ts';

/** The value of a store, drawn anew at each change. */
export function useStore<Value>(store: Readable<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.get);
}
