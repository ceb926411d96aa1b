/** Stores when the page is left. @returns stores and ends. */
export function storeOnLeaving(store: () => void): () => void {
  window.addEventListener('pagehide', store);
  return () => {
    store();
    window.removeEventListener('pagehide', store);
  };
}

/** Stores a value for this tab. */
export function storeInTab(key: string, value: unknown): void {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // A storage that is full or forbidden keeps nothing, as before a first visit.
  }
}

/** Reads what this tab has stored, null for nothing. */
export function readFromTab(key: string): unknown {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}
