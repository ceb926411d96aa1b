/** A list in the browser's storage. */
export type StoredList<Entry> = { all(): Entry[]; keep(entries: readonly Entry[]): void };

/**
 * Creates a list of JSON values under a key of a storage. Without storage it is empty.
 * @param max - limit of stored entries; the oldest are dropped
 */
export function createStoredList<Entry>(
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
  key: string,
  { max = Number.POSITIVE_INFINITY } = {},
): StoredList<Entry> {
  return {
    all: () => {
      try {
        const stored: unknown = JSON.parse(storage.getItem(key) ?? '[]');
        // Only this list writes its key.
        return Array.isArray(stored) ? (stored as Entry[]) : [];
      } catch {
        return [];
      }
    },
    keep: (entries) => {
      try {
        if (entries.length === 0) {
          storage.removeItem(key);
        } else {
          storage.setItem(key, JSON.stringify(entries.slice(-max)));
        }
      } catch {
        // The storage is full or forbidden.
      }
    },
  };
}
