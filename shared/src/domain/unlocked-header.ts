/** The header with the token of a scene that was unlocked, beside that of the person who is signed in. */
export const UNLOCKED_HEADER = 'Scene-Unlocked';
