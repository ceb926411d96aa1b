/** What a visitor has said about being measured; `null` until they have. */
export type Consent = 'granted' | 'denied' | null;

/** Remembers the visitor's choice in this browser. */
export type ConsentStore = {
  get(): Consent;
  set(choice: 'granted' | 'denied'): void;
  /** Called after each choice, whichever tab made it. Returns its undoing. */
  subscribe(listener: () => void): () => void;
};

const KEY = 'diorama.consent';

/** Builds the store on the browser's. */
export function createConsentStore(page: Pick<Window, 'localStorage' | 'addEventListener'>): ConsentStore {
  const listeners = new Set<() => void>();
  const notify = () => {
    for (const listener of listeners) {
      listener();
    }
  };
  page.addEventListener('storage', (event) => {
    if (event.key === KEY || event.key === null) {
      notify();
    }
  });
  return {
    get: () => {
      const stored = page.localStorage.getItem(KEY);
      return stored === 'granted' || stored === 'denied' ? stored : null;
    },
    set: (choice) => {
      page.localStorage.setItem(KEY, choice);
      notify();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
