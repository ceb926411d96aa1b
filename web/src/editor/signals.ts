import { computed, effect, type ReadonlySignal, untracked } from '@preact/signals-core';

/**
 * Calls `act` after each change of a value that is read from signals, but not for its first value.
 * @returns function that stops
 */
export function watch<Value>(read: () => Value, act: (value: Value) => void): () => void {
  const source = computed(read);
  let isFirst = true;
  return effect(() => {
    const { value } = source;
    if (isFirst) {
      isFirst = false;
      return;
    }
    untracked(() => act(value));
  });
}

/** Calls `act` once, as soon as a condition over signals is met. @returns function that stops waiting */
export function when(isMet: () => boolean, act: () => void): () => void {
  let isOver = false;
  return effect(() => {
    if (!isOver && isMet()) {
      isOver = true;
      untracked(act);
    }
  });
}

/** Subscribes the running computation or effect to a signal whose value it does not need. */
export function trackSignal(signal: ReadonlySignal<unknown>): void {
  void signal.value;
}

/** A computed list, as the same array while its elements are the same. */
export function computedList<Item>(read: () => readonly Item[]): ReadonlySignal<readonly Item[]> {
  let list: readonly Item[] = [];
  return computed(() => {
    const next = read();
    list = next.length === list.length && next.every((item, i) => item === list[i]) ? list : next;
    return list;
  });
}
