/** The bus channel on which a scene's id says: rights changed, ask everybody again. */
export const ACCESS_CHANNEL = 'composition-access';
/** The bus channel on which a session's id says: it has ended. */
export const SESSION_CHANNEL = 'session-ended';
/** The bus channel on which a gateway says who is inside a scene: its own id, the scene's, then the people's. */
export const PRESENCE_CHANNEL = 'composition-presence';
/** The bus channel on which a person's id says: their rights changed, ask them again. */
export const PERSON_CHANNEL = 'person-access';
