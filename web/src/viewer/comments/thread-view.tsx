import type { VisitorComment } from '@diorama/shared/contract/visitor-comments.ts';
import type { PageWords } from '../page-language.ts';
import type { CommentAnswer, Said } from './comment-calls.ts';
import { CommentForm } from './comment-form.tsx';
import type { VisitorThread } from './threads-of.ts';

type ThreadViewProps = {
  /** Uuid of the scene. */
  uuid: string;
  thread: VisitorThread;
  words: PageWords;
  onSay: (said: Said) => Promise<CommentAnswer<VisitorComment>>;
};

/** A thread with its replies, and a field to reply unless it is resolved. */
export function ThreadView({ uuid, thread: { first, answers }, words, onSay }: ThreadViewProps) {
  return (
    <>
      <ol className="talk-said">
        {[first, ...answers].map((comment) => (
          <SaidLine key={comment.uuid} comment={comment} words={words} />
        ))}
      </ol>
      {first.isResolved ? (
        <p className="talk-note">{words('comments.resolved')}</p>
      ) : (
        <CommentForm
          uuid={uuid}
          label={words('comments.answer')}
          parent={first.uuid}
          anchor={null}
          words={words}
          onSay={onSay}
          onSaid={() => undefined}
        />
      )}
    </>
  );
}

function SaidLine({ comment, words }: { comment: VisitorComment; words: PageWords }) {
  const { name, isVisitor, text, createdAt } = comment;
  const when = new Date(createdAt);
  return (
    <li>
      <p className="talk-by">
        <strong>{name ?? words('comments.nobody')}</strong>
        {!isVisitor && <span className="talk-team">{words('comments.team')}</span>}
        <time dateTime={createdAt}>
          {when.toLocaleDateString(document.documentElement.lang, { day: 'numeric', month: 'short' })}
        </time>
      </p>
      <p className="talk-text">{text}</p>
    </li>
  );
}
