/** Scenes, assets and everything else that is listed come in pages of this size. */
export const PAGE_SIZE = 60;
export const MAX_PAGE_SIZE = 100;
/** `pagination=false` sends at most this many. */
export const MAX_UNPAGED = 1_000;
