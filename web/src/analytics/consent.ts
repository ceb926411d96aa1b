import { createListeners } from '../listeners.ts';

/** A visitor's answer to the question about measurement; `null` before it. */
export type Consent = 'granted' | 'denied' | null;

/** Storage of the visitor's choice in this browser. */
export type ConsentStore = {
  get(): Consent;
  set(choice: 'granted' | 'denied'): void;
  /** Calls the listener after each choice, in any tab. Returns the unsubscribe function. */
  subscribe(listener: () => void): () => void;
};

const KEY = 'diorama.consent';

/** Creates the store on the browser's `localStorage`. */
export function createConsentStore(page: Pick<Window, 'localStorage' | 'addEventListener'>): ConsentStore {
  const { add: subscribe, notify } = createListeners();
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
    subscribe,
  };
}
