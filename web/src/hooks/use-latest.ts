import { type RefObject, useLayoutEffect, useRef } from 'react';

/** A place that always holds the value of the last render, for handlers that must stay the same object. */
export function useLatest<Value>(value: Value): RefObject<Value> {
  const latest = useRef(value);
  useLayoutEffect(() => {
    latest.current = value;
  });
  return latest;
}
