/** Longest delay of an interaction after the start, in seconds. */
export const LONGEST_DELAY = 600;

/** Longest timeline, in seconds. */
export const LONGEST_TIMELINE = 600;

/** Maximum number of fields that a timeline changes; further ones, by path, stay as they are. */
export const MAX_TRACKS = 1_000;

/** Longest transition to a state, in seconds. */
export const LONGEST_TRANSITION = 60;

/** Maximum number of actions of one interaction. */
export const MAX_ACTIONS = 20;

/** Maximum number of actions that a scene performs within one second; further ones are dropped. */
export const ACTIONS_PER_SECOND = 40;

/** Maximum number of copies of one node that files move, and that move by themselves in the viewer. */
export const MAX_MOVING_COPIES = 1_000;
