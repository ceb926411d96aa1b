/** Bus channel for the numbers of stored scene updates: `<gateway>:<scene>:<numbers>`. */
export const STORED_CHANNEL = 'composition-stored';
/** Bus channel for the users in a scene: gateway id, scene id, then the user ids. */
export const PRESENCE_CHANNEL = 'composition-presence';
/** Bus channel for pieces of awareness updates. */
export const AWARENESS_CHANNEL = 'composition-awareness';
