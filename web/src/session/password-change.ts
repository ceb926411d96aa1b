const KEY = 'diorama.password-changed';

/** Stores that the user has just replaced a forgotten password, before the sign-in that follows. */
export function storePasswordChange(storage: Storage): void {
  storage.setItem(KEY, 'yes');
}

/** Whether the confirmation of a replaced password is still to be shown. */
export function hasPasswordChange(storage: Storage): boolean {
  return storage.getItem(KEY) !== null;
}

/** Removes the mark once the confirmation is left. */
export function dropPasswordChange(storage: Storage): void {
  storage.removeItem(KEY);
}
