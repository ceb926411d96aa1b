/** Which threads an overview holds. */
export const COMMENT_STATES = ['unread', 'mine', 'resolved', 'open'] as const;
export type CommentState = (typeof COMMENT_STATES)[number];
