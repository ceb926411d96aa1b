import { useSyncExternalStore } from 'react';
import type { Readable } from '../store.ts';

export function useStore<Value>(store: Readable<Value>): Value {
  return useSyncExternalStore(store.subscribe, store.get);
}
