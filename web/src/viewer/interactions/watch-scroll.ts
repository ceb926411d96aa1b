/** Number of reports while an element scrolls into the window. */
const STEPS = 40;

/**
 * Reports how far an element has scrolled through the browser's window, also from inside a frame of another origin:
 * 0 below it, 0.5 fully visible, 1 above it.
 * @returns function that stops
 */
export function watchScroll(target: Element, onScroll: (position: number) => void): () => void {
  let last = 0;
  const handle = (entries: readonly IntersectionObserverEntry[]) => {
    const entry = entries.at(-1);
    if (entry) {
      last = scrollPosition(entry, last);
      onScroll(last);
    }
  };
  const threshold = Array.from({ length: STEPS + 1 }, (_, step) => step / STEPS);
  const observer = new IntersectionObserver(handle, { threshold });
  observer.observe(target);
  return () => observer.disconnect();
}

type Entry = {
  intersectionRatio: number;
  intersectionRect: { top: number; bottom: number };
  boundingClientRect: { top: number; bottom: number };
};

/** Position of an element by its visible part. Outside the window, the last position gives the side. */
export function scrollPosition(
  { intersectionRatio, intersectionRect, boundingClientRect }: Entry,
  last: number,
): number {
  if (intersectionRatio === 0) {
    return last > 0.5 ? 1 : 0;
  }
  const isTopCut = intersectionRect.top > boundingClientRect.top + 1;
  const isBottomCut = intersectionRect.bottom < boundingClientRect.bottom - 1;
  if (isTopCut === isBottomCut) {
    return 0.5;
  }
  return isBottomCut ? intersectionRatio / 2 : 1 - intersectionRatio / 2;
}
