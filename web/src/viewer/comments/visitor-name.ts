const KEY = 'diorama.visitor-name';

/** Stored name of this browser's visitor; empty before the first comment. */
export function readVisitorName(): string {
  try {
    return localStorage.getItem(KEY) ?? '';
  } catch {
    // Without storage, the form asks again.
    return '';
  }
}

/** Stores the visitor's name, so that the form asks only once. */
export function storeVisitorName(name: string): void {
  try {
    localStorage.setItem(KEY, name);
  } catch {
    // Without storage, the form asks again.
  }
}
