/** The bus channel on which a gateway says which updates of scenes it has stored, as `<gateway>:<scene>:<numbers>`. */
export const STORED_CHANNEL = 'composition-stored';
/** The bus channel on which a gateway says who is inside a scene: its own id, the scene's, then the people's. */
export const PRESENCE_CHANNEL = 'composition-presence';
/** The bus channel on which a gateway passes on what people in a scene point at: pieces of awareness updates. */
export const AWARENESS_CHANNEL = 'composition-awareness';
