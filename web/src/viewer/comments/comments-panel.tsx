import type { CommentAnchor } from '@diorama/shared/contract/comment-anchor.ts';
import { type ReactNode, useCallback, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import { IconAction } from '../icon-action.tsx';
import type { ShownScene } from '../open-scene.ts';
import type { PageTranslate } from '../page-language.ts';
import { listenToTaps } from '../taps.ts';
import { CommentForm } from './comment-form.tsx';
import { CommentPins, type Draft } from './comment-pins.ts';
import { createAnchors, flyToAnchor } from './comment-place.ts';
import '../side-card.css';
import './comments.css';
import type { VisitorComment } from '@diorama/shared/contract/visitor-comments.ts';
import { createPendingRequests } from '../../api/pending-requests.ts';
import {
  type CommentAnswer,
  type CommentFailure,
  fetchComments,
  type NewComment,
  postComment,
} from './comment-calls.ts';
import { markRead } from './new-comments.ts';
import { threadsOf, type VisitorThread } from './threads-of.ts';

/** Interval between requests for comments while the page is visible, where no events arrive. */
const LOOK_MS = 30_000;

type ThreadViewProps = {
  /** Uuid of the scene. */
  uuid: string;
  thread: VisitorThread;
  t: PageTranslate;
  onSay: (comment: NewComment) => Promise<CommentAnswer<VisitorComment>>;
};

type CommentsPanelProps = {
  uuid: string;
  /** Counter that changes with every new comment. */
  talk: number;
  shown: ShownScene;
  t: PageTranslate;
  onClose: () => void;
  /** Called when comments are no longer permitted. */
  onRefused: () => void;
};

/** Visitors' comments on a scene: a list, and pins in the scene; a tap on a node starts a thread there. */
export function CommentsPanel({ uuid, talk, shown, t, onClose, onRefused }: CommentsPanelProps) {
  const { threads, trouble, look, say } = useComments(uuid, talk, onRefused);
  const [openId, setOpenId] = useState<string | null>(null);
  const [draft, setDraft] = useState<Draft | null>(null);
  const panel = useRef<HTMLElement>(null);
  const open = threads?.find(({ first }) => first.uuid === openId);

  const choose = (id: string | null) => {
    setDraft(null);
    setOpenId(id);
  };
  usePins({ ...shown, t, threads: threads ?? [], draft, openId, onChoose: choose });
  useTaps(shown, (anchor) => {
    setOpenId(null);
    setDraft({ anchor });
  });
  useEffect(() => panel.current?.focus({ preventScroll: true }), []);

  const goTo = ({ first }: VisitorThread) => {
    flyToAnchor(shown.canvas, first.anchor);
    choose(first.uuid);
  };
  const isInner = open !== undefined || draft !== null;
  const body = (): ReactNode => {
    if (draft) {
      return (
        <CommentForm
          key="draft"
          uuid={uuid}
          label={t(draft.anchor ? 'comments.new' : 'comments.whole')}
          parent={null}
          anchor={draft.anchor}
          t={t}
          onSay={say}
          onPosted={(comment) => choose(comment.uuid)}
        />
      );
    }
    if (open) {
      return <ThreadView key={open.first.uuid} uuid={uuid} thread={open} t={t} onSay={say} />;
    }
    if (threads === null) {
      return trouble ? (
        <FailureNotice text={t(`comments.trouble.${trouble}`)} retry={t('retry')} onRetry={look} />
      ) : (
        <p className="talk-note" role="status">
          {t('loading')}
        </p>
      );
    }
    return (
      <>
        {trouble && <p className="talk-note">{t(`comments.trouble.${trouble}`)}</p>}
        <ThreadList threads={threads} t={t} onOpen={goTo} />
        <button type="button" className="viewer-button" onClick={() => setDraft({ anchor: null })}>
          {t('comments.begin')}
        </button>
      </>
    );
  };

  return (
    <aside className="side-card talk-panel" ref={panel} tabIndex={-1} aria-labelledby="talk-title">
      <header>
        {isInner && <IconAction icon="back" label={t('comments.back')} onClick={() => choose(null)} />}
        <h2 id="talk-title">{open ? t('comments.thread', { number: open.number }) : t('comments')}</h2>
        <IconAction icon="close" label={t('close')} onClick={onClose} />
      </header>
      {body()}
    </aside>
  );
}

function FailureNotice({ text, retry, onRetry }: { text: string; retry: string; onRetry: () => void }) {
  return (
    <div className="talk-note" role="alert">
      <p>{text}</p>
      <button type="button" className="viewer-button" onClick={onRetry}>
        {retry}
      </button>
    </div>
  );
}

type ThreadListProps = {
  threads: readonly VisitorThread[];
  t: PageTranslate;
  onOpen: (thread: VisitorThread) => void;
};

function ThreadList({ threads, t, onOpen }: ThreadListProps) {
  if (threads.length === 0) {
    return <p className="talk-note">{t('comments.none')}</p>;
  }
  return (
    <>
      <p className="talk-note">{t('comments.hint')}</p>
      <ol className="talk-list">
        {threads.map((thread) => (
          <li key={thread.first.uuid}>
            <button type="button" onClick={() => onOpen(thread)}>
              <span className="talk-number">{thread.number}</span>
              <span className="talk-line">
                <strong>{thread.first.name ?? t('comments.nobody')}</strong> {thread.first.text}
              </span>
              {thread.replies.length > 0 && (
                <span className="talk-count">{t('comments.answers', { count: thread.replies.length })}</span>
              )}
            </button>
          </li>
        ))}
      </ol>
    </>
  );
}

type PinsOptions = Pick<ShownScene, 'host' | 'canvas' | 'files'> & {
  t: PageTranslate;
  threads: readonly VisitorThread[];
  draft: Draft | null;
  openId: string | null;
  onChoose: (id: string) => void;
};

function usePins({ host, canvas, files, t, threads, draft, openId, onChoose }: PinsOptions): void {
  const [pins, setPins] = useState<CommentPins | null>(null);
  const choose = useEffectEvent(onChoose);
  useEffect(() => {
    const { isSimplified } = files;
    const made = new CommentPins({ host, canvas, isSimplified, t, onChoose: (id) => choose(id) });
    setPins(made);
    return () => made.dispose();
  }, [host, canvas, files, t]);
  useEffect(() => pins?.show(threads, draft, openId), [pins, threads, draft, openId]);
}

/** Calls back with the anchor of a tap, or of the view's centre when Enter is pressed. */
function useTaps({ host, canvas, files }: ShownScene, onAnchor: (anchor: CommentAnchor) => void): void {
  const take = useEffectEvent((anchor: CommentAnchor | null) => {
    if (anchor) {
      onAnchor(anchor);
    }
  });
  useEffect(() => {
    const abort = new AbortController();
    const { signal } = abort;
    const anchorAt = createAnchors(canvas, files.isSimplified);
    listenToTaps(canvas.element, { onTap: (at) => take(anchorAt(at)) }, signal);
    // A tap that places a comment starts no interaction.
    host.classList.add('is-commenting');
    const handleKey = ({ key }: KeyboardEvent) => {
      if (key === 'Enter') {
        const { width, height } = canvas.size;
        take(anchorAt({ x: width / 2, y: height / 2 }));
      }
    };
    canvas.element.addEventListener('keydown', handleKey, { signal });
    return () => {
      host.classList.remove('is-commenting');
      abort.abort();
    };
  }, [host, canvas, files]);
}

/** A thread with its replies, and a field to reply unless it is resolved. */
function ThreadView({ uuid, thread: { first, replies }, t, onSay }: ThreadViewProps) {
  return (
    <>
      <ol className="talk-said">
        {[first, ...replies].map((comment) => (
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
          onPosted={() => undefined}
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

/**
 * Comments of visitors on a scene; `threads` is null while loading.
 * @param talk - counter that changes with every new comment
 * @param onRefused - called when comments are no longer permitted
 */
function useComments(uuid: string, talk: number, onRefused: () => void) {
  const [comments, setComments] = useState<readonly VisitorComment[] | null>(null);
  const [trouble, setTrouble] = useState<CommentFailure | null>(null);
  const [pending] = useState(createPendingRequests<{ body: string }>);

  const look = useCallback(async () => {
    const answer = await fetchComments(uuid);
    if ('value' in answer) {
      setComments(answer.value);
      markRead(uuid, answer.value);
    }
    setTrouble('value' in answer ? null : answer.trouble);
  }, [uuid]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: new comments are counted again
  useEffect(() => {
    // Neither rejects: `trouble` contains the failure.
    void look();
    const timer = setInterval(() => {
      if (!document.hidden) {
        void look();
      }
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [look, talk]);

  const handleRefused = useEffectEvent(onRefused);
  useEffect(() => {
    if (trouble === 'off') {
      handleRefused();
    }
  }, [trouble]);

  const threads = useMemo<readonly VisitorThread[] | null>(() => comments && threadsOf(comments), [comments]);
  return {
    threads,
    trouble,
    look,
    /** @returns the uuid of the new comment, or the reason of a refusal */
    say: async (comment: NewComment) => {
      const answer = await postComment(uuid, comment, pending);
      if ('value' in answer) {
        setComments((before) => [...(before ?? []), answer.value]);
        markRead(uuid, [answer.value]);
      } else if (answer.trouble === 'off') {
        setTrouble('off');
      }
      return answer;
    },
  };
}
