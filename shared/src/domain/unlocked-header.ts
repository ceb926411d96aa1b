/** Header with the token of an unlocked scene, in addition to the user's session. */
export const UNLOCKED_HEADER = 'Scene-Unlocked';
