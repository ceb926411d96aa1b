/** A storage of the browser: for all its tabs, or for this one. */
type StorageName = 'localStorage' | 'sessionStorage';

/** A stored text; null if there is none, or no storage, such as in a frame of another site. */
export function readItem(storage: StorageName, key: string): string | null {
  try {
    return globalThis[storage].getItem(key);
  } catch {
    return null;
  }
}

/** Stores a text. @returns whether it is stored */
export function storeItem(storage: StorageName, key: string, text: string): boolean {
  try {
    globalThis[storage].setItem(key, text);
    return true;
  } catch {
    return false;
  }
}
