/** The names of what is being sent, kept so that a page that was loaded anew knows what it lost. */
export interface KeptNames {
  all(): string[];
  keep(names: readonly string[]): void;
}

/** Where a page that keeps nothing keeps names. */
export const NOTHING_KEPT: KeptNames = { all: () => [], keep: () => undefined };

/** Keeps names in a tab of the browser, under a key. Where it keeps nothing, none are known. */
export function createKeptNames(
  key: string,
  storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>,
): KeptNames {
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
        // A browser without room for names forgets them.
      }
    },
  };
}
