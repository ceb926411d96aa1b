/**
 * Locks the pointer during a drag, so that the drag does not end at the screen edge. Without pointer lock the
 * drag continues normally.
 * @param onLost - called when the browser releases the lock, as it does for Escape
 * @returns function that releases the lock
 */
export function lockPointer(element: Element, onLost: () => void): () => void {
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
        // The lock was granted after the drag had ended.
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
