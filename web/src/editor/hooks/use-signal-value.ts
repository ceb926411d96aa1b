import { type ReadonlySignal, untracked } from '@preact/signals-core';
import { useCallback, useSyncExternalStore } from 'react';
import { watch } from '../signals.ts';

/**
 * Value of a signal, or of a function that reads signals; rerenders only when the value changes. A function
 * must return the same object until something changes.
 */
export function useSignalValue<Value>(read: () => Value): Value;
export function useSignalValue<Value>(signal: ReadonlySignal<Value>): Value;
export function useSignalValue<Value>(source: ReadonlySignal<Value> | (() => Value)): Value {
  const read = useCallback(() => (typeof source === 'function' ? source() : source.value), [source]);
  const subscribe = useCallback((onChange: () => void) => watch(read, onChange), [read]);
  return useSyncExternalStore(subscribe, () => untracked(read));
}
