const KEY = 'diorama.visitor-name';

/** What the visitor of this browser called themselves before; empty until they say. */
export function readVisitorName(): string {
  try {
    return localStorage.getItem(KEY) ?? '';
  } catch {
    // A browser that keeps nothing asks again.
    return '';
  }
}

/** Keeps what the visitor calls themselves, so that they are asked once. */
export function keepVisitorName(name: string): void {
  try {
    localStorage.setItem(KEY, name);
  } catch {
    // Without it they are asked again.
  }
}
