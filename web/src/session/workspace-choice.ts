import { createListeners } from '../listeners.ts';

/** Choice of the current workspace, among those that the user owns or belongs to. */
export type WorkspaceChoice = {
  /** Uuid of the user's last choice, here or on an earlier visit; `null` if there is none. */
  get(userUuid: string): string | null;
  choose(userUuid: string, accountUuid: string): void;
  /** Calls the listener after each choice of this tab. Returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
};

const KEY = 'diorama.workspace';

/**
 * Each tab keeps its own choice, so that other tabs do not change it; the next visit starts with the last choice
 * of any tab.
 */
export function createWorkspaceChoice(storage: Pick<Storage, 'getItem' | 'setItem'>): WorkspaceChoice {
  const { add: subscribe, notify } = createListeners();
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
      notify();
    },
    subscribe,
  };
}
