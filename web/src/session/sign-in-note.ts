const NOTES = ['password-dropped'] as const;
const KEY = 'diorama.sign-in-note';

/** Notice shown after a sign-in. */
export type SignInNote = (typeof NOTES)[number];

/** Stores a notice across the sign-in, which rebuilds the page. */
export function storeSignInNote(storage: Storage, note: SignInNote): void {
  storage.setItem(KEY, note);
}

/** Returns and removes the stored notice. */
export function takeSignInNote(storage: Storage): SignInNote | null {
  const kept = storage.getItem(KEY);
  storage.removeItem(KEY);
  return NOTES.find((note) => note === kept) ?? null;
}
