/** The databases of this browser; null where there are none, or a person forbids even to ask. */
export function browserDatabases(): IDBFactory | null {
  try {
    return globalThis.indexedDB ?? null;
  } catch {
    return null;
  }
}
