import type { Sharing } from '../contract/compositions.ts';
import { authorizeComposition, type CompositionFacts, permissionOf, type Verdict } from './composition.ts';

/** Facts about a user, a scene and a comment for authorization. */
export type CommentFacts = CompositionFacts & {
  /** Whether the user wrote the comment. */
  isAuthor: boolean;
};

/** Actions on a comment. */
export type CommentAction = 'read' | 'create' | 'edit' | 'resolve' | 'delete';

/**
 * Authorizes an action on a comment. Everyone who sees a scene may comment, viewers included, and over quota
 * as well, as comments take no storage. Only authors edit their comments. Editors of the scene resolve
 * threads, and its managers may delete comments of others.
 */
export function authorizeComment(action: CommentAction, facts: CommentFacts): Verdict {
  const visible = authorizeComposition('read', facts);
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

/** Authorizes visitors of a published scene to read and write visitor comments. */
export function authorizeVisitorComment({ allowComment }: Pick<Sharing, 'allowComment'>): Verdict {
  return allowComment ? { allowed: true } : { allowed: false, code: 'security.not-allowed' };
}
