/** Page size of every list. */
export const PAGE_SIZE = 60;
export const MAX_PAGE_SIZE = 100;
/** Maximum number of entries with `pagination=false`. */
export const MAX_UNPAGED = 1_000;
