import { type RefObject, useCallback, useEffect, useState } from 'react';

/** Number of rows rendered above and below the visible ones. */
const OVERSCAN = 6;

/** Rows of a long list to render: from `first` up to but not including `last`. */
export function useVirtualRows({
  scroller,
  count,
  rowHeight,
}: {
  scroller: RefObject<HTMLElement | null>;
  count: number;
  rowHeight: number;
}): { first: number; last: number; scrollTo: (index: number) => void } {
  const [view, setView] = useState({ top: 0, height: 800 });
  useEffect(() => {
    const element = scroller.current;
    if (!element) {
      return;
    }
    const measure = () => setView({ top: element.scrollTop, height: element.clientHeight });
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    element.addEventListener('scroll', measure, { passive: true });
    return () => {
      observer.disconnect();
      element.removeEventListener('scroll', measure);
    };
  }, [scroller]);
  const scrollTo = useCallback(
    (index: number) => {
      const element = scroller.current;
      if (!element) {
        return;
      }
      const top = index * rowHeight;
      if (top < element.scrollTop) {
        element.scrollTop = top;
      } else if (top + rowHeight > element.scrollTop + element.clientHeight) {
        element.scrollTop = top + rowHeight - element.clientHeight;
      }
    },
    [scroller, rowHeight],
  );
  return {
    first: Math.max(0, Math.floor(view.top / rowHeight) - OVERSCAN),
    last: Math.min(count, Math.ceil((view.top + view.height) / rowHeight) + OVERSCAN),
    scrollTo,
  };
}
