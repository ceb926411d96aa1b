const KEY = 'diorama.sign-in-note';

/** Stores across the sign-in, which rebuilds the page, that it has removed the password. */
export function storePasswordDropped(storage: Storage): void {
  storage.setItem(KEY, 'password-dropped');
}

/** Returns whether the sign-in has removed the password, once. */
export function takePasswordDropped(storage: Storage): boolean {
  const isStored = storage.getItem(KEY) !== null;
  storage.removeItem(KEY);
  return isStored;
}
