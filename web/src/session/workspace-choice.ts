/** Which workspace a person works in, of those they own or belong to. */
export type WorkspaceChoice = {
  /** The uuid chosen last by a person, here or on an earlier visit; `null` if they never chose. */
  get(userUuid: string): string | null;
  choose(userUuid: string, accountUuid: string): void;
  /** Called after each choice of this tab. Returns its undoing. */
  subscribe(listener: () => void): () => void;
};

const KEY = 'diorama.workspace';

/**
 * Each tab keeps to its own choice, so that work in one is not moved by another; the last choice of any tab is where
 * the next visit begins.
 */
export function createWorkspaceChoice(storage: Pick<Storage, 'getItem' | 'setItem'>): WorkspaceChoice {
  const listeners = new Set<() => void>();
  const chosen = new Map<string, string | null>();
  const keyOf = (userUuid: string) => `${KEY}.${userUuid}`;

  return {
    get(userUuid) {
      const known = chosen.get(userUuid);
      if (known !== undefined) {
        return known;
      }
      const stored = storage.getItem(keyOf(userUuid));
      chosen.set(userUuid, stored);
      return stored;
    },
    choose(userUuid, accountUuid) {
      chosen.set(userUuid, accountUuid);
      storage.setItem(keyOf(userUuid), accountUuid);
      for (const listener of listeners) {
        listener();
      }
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
