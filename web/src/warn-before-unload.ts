/**
 * Asks for confirmation before the page is left or reloaded while `isNeeded` returns true, until the returned function
 * is called.
 */
export function warnBeforeUnload(isNeeded: () => boolean): () => void {
  const handle = (event: BeforeUnloadEvent) => {
    if (isNeeded()) {
      event.preventDefault();
    }
  };
  window.addEventListener('beforeunload', handle);
  return () => window.removeEventListener('beforeunload', handle);
}
