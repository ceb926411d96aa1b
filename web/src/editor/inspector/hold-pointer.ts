/**
 * Holds the mouse where it is while something is dragged, so that the drag does not end at the edge of the screen. Where a
 * browser refuses, it goes on as any drag does.
 * @param onLost - the browser let go of it, as it does for Escape
 * @returns what lets go of it
 */
export function holdPointer(element: Element, onLost: () => void): () => void {
  const { ownerDocument: page } = element;
  const listening = new AbortController();
  let isHeld = false;
  let isOver = false;
  const free = () => page.pointerLockElement === element && page.exitPointerLock();
  page.addEventListener(
    'pointerlockchange',
    () => {
      const wasHeld = isHeld;
      isHeld = page.pointerLockElement === element;
      if (isOver) {
        // It was given too late.
        free();
      } else if (wasHeld && !isHeld) {
        onLost();
      }
      if (!isHeld && wasHeld) {
        listening.abort();
      }
    },
    { signal: listening.signal },
  );
  Promise.resolve(element.requestPointerLock()).catch(() => listening.abort());
  return () => {
    isOver = true;
    free();
  };
}
