import type { Sharing } from '../contract/compositions.ts';
import { type CompositionFacts, judgeComposition, permissionOf, type Verdict } from './composition.ts';

/** What is known of a person, a scene and a comment when something is asked of it. */
export type CommentFacts = CompositionFacts & {
  /** Whether the person wrote it. */
  isAuthor: boolean;
};

/** What can be asked of a comment. */
export type CommentAction = 'read' | 'create' | 'edit' | 'resolve' | 'delete';

/**
 * Whether a person may do something with a comment. Whoever sees a scene may speak about it, viewers too, and over
 * quota as well: words take no storage. One's words are one's own; whoever may change the scene settles threads, and
 * those who manage it may remove what others wrote.
 */
export function judgeComment(action: CommentAction, facts: CommentFacts): Verdict {
  const visible = judgeComposition('read', facts);
  if (!visible.allowed) {
    return visible;
  }
  const permission = permissionOf(facts);
  const isAllowed: Record<CommentAction, boolean> = {
    read: true,
    create: true,
    edit: facts.isAuthor,
    resolve: permission === 'edit' || permission === 'admin',
    delete: facts.isAuthor || permission === 'admin',
  };
  return isAllowed[action] ? { allowed: true } : { allowed: false, code: 'security.not-allowed' };
}

/** Whether visitors of a published scene may read what visitors said about it, and say something themselves. */
export function judgeVisitorComment({ allowComment }: Pick<Sharing, 'allowComment'>): Verdict {
  return allowComment ? { allowed: true } : { allowed: false, code: 'security.not-allowed' };
}
