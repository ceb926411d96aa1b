/** Names of the running uploads, stored so that a reloaded page can list the lost ones. */
export interface UploadJournal {
  all(): string[];
  keep(names: readonly string[]): void;
}

/** Store for pages that keep no names. */
export const EMPTY_JOURNAL: UploadJournal = { all: () => [], keep: () => undefined };

/** Stores names in the tab's session storage under a key. Without storage, the list is empty. */
export function createUploadJournal(
  key: string,
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
): UploadJournal {
  return {
    all: () => {
      try {
        const names: unknown = JSON.parse(storage.getItem(key) ?? '[]');
        return Array.isArray(names) ? names.filter((name) => typeof name === 'string') : [];
      } catch {
        return [];
      }
    },
    keep: (names) => {
      try {
        if (names.length === 0) {
          storage.removeItem(key);
        } else {
          storage.setItem(key, JSON.stringify(names));
        }
      } catch {
        // A full storage drops the names.
      }
    },
  };
}
