/** Thread filters of the overview. */
export const COMMENT_STATES = ['unread', 'mine', 'resolved', 'open'] as const;
export type CommentState = (typeof COMMENT_STATES)[number];

/** Most threads after a page that the total of an overview counts. */
export const MAX_COUNTED_THREADS = 1_000;
