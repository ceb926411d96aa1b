/** Thread filters of the overview. */
export const COMMENT_STATES = ['unread', 'mine', 'resolved', 'open'] as const;
export type CommentState = (typeof COMMENT_STATES)[number];
