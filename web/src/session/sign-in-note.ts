const NOTES = ['password-changed', 'password-dropped'] as const;
const KEY = 'diorama.sign-in-note';

/** What a person should know once they are signed in. */
export type SignInNote = (typeof NOTES)[number];

/** Keeps a note over the sign-in, with which everything on the page is built anew. */
export function keepSignInNote(storage: Storage, note: SignInNote): void {
  storage.setItem(KEY, note);
}

/** The note that waits, which waits no more. */
export function takeSignInNote(storage: Storage): SignInNote | null {
  const kept = storage.getItem(KEY);
  storage.removeItem(KEY);
  return NOTES.find((note) => note === kept) ?? null;
}
