import type { VisitorComment } from '@diorama/shared/contract/visitor-comments.ts';
import type { PageTranslate } from '../page-language.ts';
import type { CommentAnswer, NewComment } from './comment-calls.ts';
import { CommentForm } from './comment-form.tsx';
import type { VisitorThread } from './threads-of.ts';

type ThreadViewProps = {
  /** Uuid of the scene. */
  uuid: string;
  thread: VisitorThread;
  t: PageTranslate;
  onSay: (said: NewComment) => Promise<CommentAnswer<VisitorComment>>;
};

/** A thread with its replies, and a field to reply unless it is resolved. */
export function ThreadView({ uuid, thread: { first, answers }, t, onSay }: ThreadViewProps) {
  return (
    <>
      <ol className="talk-said">
        {[first, ...answers].map((comment) => (
          <CommentItem key={comment.uuid} comment={comment} t={t} />
        ))}
      </ol>
      {first.isResolved ? (
        <p className="talk-note">{t('comments.resolved')}</p>
      ) : (
        <CommentForm
          uuid={uuid}
          label={t('comments.answer')}
          parent={first.uuid}
          anchor={null}
          t={t}
          onSay={onSay}
          onSaid={() => undefined}
        />
      )}
    </>
  );
}

function CommentItem({ comment, t }: { comment: VisitorComment; t: PageTranslate }) {
  const { name, isVisitor, text, createdAt } = comment;
  const when = new Date(createdAt);
  return (
    <li>
      <p className="talk-by">
        <strong>{name ?? t('comments.nobody')}</strong>
        {!isVisitor && <span className="talk-team">{t('comments.team')}</span>}
        <time dateTime={createdAt}>
          {when.toLocaleDateString(document.documentElement.lang, { day: 'numeric', month: 'short' })}
        </time>
      </p>
      <p className="talk-text">{text}</p>
    </li>
  );
}
