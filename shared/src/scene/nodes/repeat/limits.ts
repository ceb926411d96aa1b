/** Largest number of copies of one repeat, including its source. */
export const MAX_COPIES = 10_000;

/** Arrangements of copies. */
export const REPEAT_PATTERNS = ['linear', 'grid', 'radial', 'path', 'scatter'] as const;

/** Largest number of nodes that one repeat generates; there are fewer copies of a source of several nodes. */
export const MAX_COPIED_NODES = 20_000;
