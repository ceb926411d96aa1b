import type { Comment } from '@diorama/shared/contract/comments.ts';
import type { Messages } from '@diorama/shared/i18n/catalogues.ts';
import type { Translate } from '@diorama/shared/i18n/t.ts';

/** Display name of an author: a user, a visitor of a public link, or a former user. */
export function authorName(
  t: Translate<Messages<'comments'>>,
  { author = null, visitor = null }: Partial<Pick<Comment, 'author' | 'visitor'>>,
): string {
  if (author !== null) {
    return author.name;
  }
  return visitor === null ? t('comments.nobody') : t('comments.visitor', { name: visitor });
}

/** Person whose avatar stands for a deleted author or a visitor. */
export const NO_AUTHOR = { name: '?', avatarUrl: null, avatarColor: 'var(--surface-3)' } as const;
